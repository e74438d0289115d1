package org.boltmesh.shards.gguf;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model in GGUF format, in one file or split into several ({@code name-00001-of-00003.gguf}).
 * Versions 2 and 3, little endian. Only headers are read, never weights, and no file stays open.
 * Immutable.
 */
public final class GgufFile {
    private final List<Path> parts;
    private final GgufHeader first;
    private final List<Long> headerLengths;
    private final Map<String, TensorInfo> tensors;

    private GgufFile(
            List<Path> parts,
            GgufHeader first,
            List<Long> headerLengths,
            Map<String, TensorInfo> tensors) {
        this.parts = List.copyOf(parts);
        this.first = first;
        this.headerLengths = List.copyOf(headerLengths);
        this.tensors = tensors;
    }

    /**
     * Reads and checks the headers of a model.
     *
     * @param path the only file, or the first part
     * @throws GgufException when a part is missing, unreadable, damaged or not GGUF
     */
    public static GgufFile open(Path path) {
        GgufHeader first = readHeader(path, 0);
        List<Path> parts = SplitNames.parts(path, first.metadata());
        List<Long> headerLengths = new ArrayList<>(List.of(first.lengthBytes()));
        Map<String, TensorInfo> tensors = new LinkedHashMap<>();
        addAll(tensors, path, first);
        for (int part = 1; part < parts.size(); part++) {
            GgufHeader header = readHeader(parts.get(part), part);
            SplitNames.checkPart(part, parts.size(), header.metadata());
            addAll(tensors, parts.get(part), header);
            headerLengths.add(header.lengthBytes());
        }
        SplitNames.checkTensorCount(tensors.size(), first.metadata());
        return new GgufFile(parts, first, headerLengths, tensors);
    }

    private static void addAll(Map<String, TensorInfo> tensors, Path path, GgufHeader header) {
        for (TensorInfo tensor : header.tensors()) {
            if (tensors.put(tensor.name(), tensor) != null) {
                throw new GgufException(
                        "%s, tensor %s: an earlier part holds it too, want it once"
                                .formatted(path, tensor.name()));
            }
        }
    }

    private static GgufHeader readHeader(Path path, int part) {
        requireRegular(path);
        try (FileChannel channel = FileChannel.open(path)) {
            return GgufHeader.read(path.toString(), part, channel.size(), channel::read);
        } catch (IOException e) {
            throw refusal(path, part, e);
        }
    }

    /** Opening a pipe would wait for its writer, and a device has no end. */
    static void requireRegular(Path path) {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new GgufException("%s: not a regular file, want a GGUF file".formatted(path));
        }
    }

    static GgufException refusal(Path path, int part, IOException cause) {
        String wanted = part == 0 ? "a GGUF file" : "part %d beside the first".formatted(part + 1);
        String problem =
                switch (cause) {
                    case NoSuchFileException _ -> "no such file, want " + wanted;
                    case AccessDeniedException _ -> "not readable by this user, want " + wanted;
                    default -> "cannot be read: " + cause;
                };
        return new GgufException("%s: %s".formatted(path, problem), cause);
    }

    /** The files of the model, in order. */
    public List<Path> parts() {
        return parts;
    }

    /** Bytes of a part's metadata and table of tensors, from its start on. */
    long headerBytes(int part) {
        return headerLengths.get(part);
    }

    /** Keys and values of the first part. */
    public GgufMetadata metadata() {
        return first.metadata();
    }

    /** All tensors of all parts, in the files' order. */
    public List<TensorInfo> tensors() {
        return List.copyOf(tensors.values());
    }

    /** The tensor with a name. */
    public Optional<TensorInfo> tensor(String name) {
        return Optional.ofNullable(tensors.get(name));
    }

    /**
     * The tensor with a name.
     *
     * @throws GgufException when no part holds it
     */
    public TensorInfo requireTensor(String name) {
        return tensor(name)
                .orElseThrow(
                        () ->
                                new GgufException(
                                        "%s, tensor %s: missing, want it among the model's %d tensors"
                                                .formatted(
                                                        parts.getFirst(), name, tensors.size())));
    }

    /** What the offsets of the first part's tensors are multiples of, from its data section on. */
    public int alignmentBytes() {
        return first.alignmentBytes();
    }
}
