package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Turns what a node's tools printed into facts. Text that makes no sense becomes a problem. */
public final class NodeReport {
    private static final int QUOTE_LENGTH = 120;

    /** What a shell says of a missing program, and a loader of a missing library. */
    private static final Pattern NO_LIBRARY =
            Pattern.compile("command not found|Library not loaded|cannot open shared object");

    private final NodeOutputs outputs;
    private final List<String> problems = new ArrayList<>();

    private NodeReport(NodeOutputs outputs) {
        this.outputs = outputs;
    }

    /** The facts of a node. Never throws, whatever was printed. */
    public static NodeFacts read(NodeOutputs outputs) {
        return new NodeReport(outputs).facts();
    }

    private NodeFacts facts() {
        Optional<MacVersion> macOs = text(Tool.SW_VERS).flatMap(MacVersion::parse);
        OptionalInt sleep =
                outputs.of(Tool.POWER)
                        .printed()
                        .map(PowerSettings::sleepMinutes)
                        .orElse(OptionalInt.empty());
        NodeFacts.Rdma rdma = rdma();
        NodeFacts.Thunderbolt thunderbolt = thunderbolt();
        Optional<List<InterfaceFacts>> interfaces =
                text(Tool.IFCONFIG).map(Ifconfig::parse).filter(found -> !found.isEmpty());
        return new NodeFacts(outputs.node(), macOs, sleep, rdma, thunderbolt, interfaces, problems);
    }

    /** What a tool printed. One that is absent is no problem: another system, another record. */
    private Optional<String> text(Tool tool) {
        ToolOutput output = outputs.of(tool);
        if (output instanceof ToolOutput.Failed failed) {
            problems.add(failed.reason());
        }
        return output.printed();
    }

    private NodeFacts.Thunderbolt thunderbolt() {
        Map<Integer, String> interfaces =
                text(Tool.HARDWARE_PORTS).map(HardwarePorts::parse).orElse(Map.of());
        return new NodeFacts.Thunderbolt(buses(), interfaces);
    }

    private List<ThunderboltBus> buses() {
        try {
            return text(Tool.SYSTEM_PROFILER).map(ThunderboltReport::parse).orElse(List.of());
        } catch (FabricException e) {
            problems.add(String.valueOf(e.getMessage()));
            return List.of();
        }
    }

    private NodeFacts.Rdma rdma() {
        Optional<List<String>> names = text(Tool.IBV_DEVICES).flatMap(IbvDevices::parse);
        Optional<List<DeviceFacts>> details = text(Tool.IBV_DEVINFO).flatMap(IbvDevinfo::parse);
        Map<String, DeviceFacts> devices = new LinkedHashMap<>();
        names.orElse(List.of()).forEach(name -> devices.put(name, DeviceFacts.named(name)));
        details.orElse(List.of()).forEach(device -> devices.put(device.name(), device));
        LibraryState library =
                names.isPresent() || details.isPresent()
                        ? new LibraryState.Found(
                                (names.isPresent() ? Tool.IBV_DEVICES : Tool.IBV_DEVINFO)
                                                .commandLine()
                                        + " answers")
                        : silentLibrary();
        RdmaSwitch system = text(Tool.RDMA_CTL).map(RdmaSwitch::parse).orElse(RdmaSwitch.UNKNOWN);
        return new NodeFacts.Rdma(system, library, List.copyOf(devices.values()));
    }

    /** Both tools come with the library, and neither told of devices. */
    private LibraryState silentLibrary() {
        ToolOutput first = outputs.of(Tool.IBV_DEVICES);
        ToolOutput second = outputs.of(Tool.IBV_DEVINFO);
        boolean firstTells =
                first instanceof ToolOutput.Printed || first instanceof ToolOutput.Failed;
        return switch (firstTells ? first : second) {
            case ToolOutput.Absent absent -> new LibraryState.Missing(absent.reason());
            case ToolOutput.Unrecorded unrecorded -> new LibraryState.Unknown(unrecorded.reason());
            case ToolOutput.Failed failed -> new LibraryState.Unknown(failed.reason());
            case ToolOutput.Printed printed -> ofStrangeText(printed.text().strip());
        };
    }

    private static LibraryState ofStrangeText(String text) {
        if (text.isEmpty()) {
            return new LibraryState.Unknown("the RDMA tools printed nothing");
        }
        String line = text.lines().findFirst().orElse(text);
        String sentence =
                "the RDMA tools say: " + line.substring(0, Math.min(QUOTE_LENGTH, line.length()));
        return NO_LIBRARY.matcher(line).find()
                ? new LibraryState.Missing(sentence)
                : new LibraryState.Unknown(sentence);
    }
}
