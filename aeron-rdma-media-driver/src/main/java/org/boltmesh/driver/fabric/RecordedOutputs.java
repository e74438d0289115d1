package org.boltmesh.driver.fabric;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A folder of recorded outputs: a file for each tool of each node, named {@code NODE.TOOL.txt}. */
public final class RecordedOutputs {
    private static final int NODES_MAX = 64;

    private RecordedOutputs() {}

    /**
     * The outputs of all nodes, by name. Other files are left alone.
     *
     * @throws FabricException if the folder cannot be read or holds no outputs, or too many nodes'
     */
    public static List<NodeOutputs> read(Path folder) {
        Map<String, Map<Tool, ToolOutput>> nodes = new TreeMap<>();
        for (Path file : files(folder)) {
            String name = String.valueOf(file.getFileName());
            for (Tool tool : Tool.values()) {
                nodeName(name, tool)
                        .ifPresent(
                                node ->
                                        nodes.computeIfAbsent(node, _ -> new EnumMap<>(Tool.class))
                                                .put(tool, read(file, name)));
            }
        }
        if (nodes.isEmpty() || nodes.size() > NODES_MAX) {
            throw new FabricException(
                    "outputs of %d nodes in %s, want 1 to %d; files are named like mac-1.%s"
                            .formatted(nodes.size(), folder, NODES_MAX, Tool.SW_VERS.fileSuffix()));
        }
        return nodes.entrySet().stream()
                .map(node -> new NodeOutputs(node.getKey(), node.getValue()))
                .toList();
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new FabricException("cannot read folder %s: %s".formatted(folder, reason(e)));
        }
    }

    private static Optional<String> nodeName(String file, Tool tool) {
        String end = "." + tool.fileSuffix();
        return file.endsWith(end) && file.length() > end.length()
                ? Optional.of(file.substring(0, file.length() - end.length()))
                : Optional.empty();
    }

    private static ToolOutput read(Path file, String name) {
        try (InputStream input = Files.newInputStream(file)) {
            byte[] bytes = input.readNBytes(OutputRunner.OUTPUT_BYTES_MAX + 1);
            return bytes.length > OutputRunner.OUTPUT_BYTES_MAX
                    ? new ToolOutput.Failed(
                            "%s has more than %d bytes"
                                    .formatted(name, OutputRunner.OUTPUT_BYTES_MAX))
                    : new ToolOutput.Printed(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return new ToolOutput.Failed("%s cannot be read: %s".formatted(name, reason(e)));
        }
    }

    /**
     * Writes what a node's tools printed; a tool that printed nothing gets no file. Overwrites
     * nothing: where one of the files exists, none is written.
     *
     * @return the files
     * @throws FabricException if a file exists or cannot be written, or no tool printed anything
     */
    public static List<Path> write(Path folder, NodeOutputs outputs) {
        Map<Path, String> texts = new TreeMap<>();
        for (Tool tool : Tool.values()) {
            Path file = folder.resolve(outputs.node() + "." + tool.fileSuffix());
            recordedText(tool, outputs.of(tool)).ifPresent(text -> texts.put(file, text));
        }
        if (Stream.of(Tool.values()).allMatch(tool -> outputs.of(tool).printed().isEmpty())) {
            throw new FabricException(
                    "nothing to record: this machine has none of the tools, such as "
                            + Tool.IBV_DEVINFO.commandLine());
        }
        texts.keySet().stream()
                .filter(Files::exists)
                .findFirst()
                .ifPresent(RecordedOutputs::refuse);
        return write(folder, texts);
    }

    /** That the library's own tools are missing says something, in a shell's words. */
    private static Optional<String> recordedText(Tool tool, ToolOutput output) {
        boolean ofLibrary = tool == Tool.IBV_DEVICES || tool == Tool.IBV_DEVINFO;
        return ofLibrary && output instanceof ToolOutput.Absent
                ? Optional.of(tool.commandLine() + ": command not found" + System.lineSeparator())
                : output.printed();
    }

    private static void refuse(Path file) {
        throw new FabricException(file + " exists and is kept; want a folder without it");
    }

    private static List<Path> write(Path folder, Map<Path, String> texts) {
        List<Path> written = new ArrayList<>();
        try {
            Files.createDirectories(folder);
            for (Map.Entry<Path, String> text : texts.entrySet()) {
                Files.writeString(text.getKey(), text.getValue(), StandardOpenOption.CREATE_NEW);
                written.add(text.getKey());
            }
        } catch (IOException e) {
            throw new FabricException("cannot write to %s: %s".formatted(folder, reason(e)));
        }
        return written;
    }

    private static String reason(IOException fault) {
        return switch (fault) {
            case NoSuchFileException _ -> "it does not exist";
            case NotDirectoryException _ -> "it is no folder";
            case FileAlreadyExistsException exists -> exists.getFile() + " exists already";
            case AccessDeniedException _ -> "no right to";
            default -> Optional.ofNullable(fault.getMessage()).orElse(fault.toString());
        };
    }
}
