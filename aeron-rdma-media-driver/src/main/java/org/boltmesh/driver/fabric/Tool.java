package org.boltmesh.driver.fabric;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A program that says something of a machine's ports, and the file that records its output. */
public enum Tool {
    SYSTEM_PROFILER("system_profiler.json", 20, "system_profiler SPThunderboltDataType -json"),
    HARDWARE_PORTS("hardwareports.txt", 10, "networksetup -listallhardwareports"),
    RDMA_CTL("rdma_ctl.txt", 10, "rdma_ctl status"),
    SW_VERS("sw_vers.txt", 10, "sw_vers"),
    IBV_DEVICES("ibv_devices.txt", 10, "ibv_devices"),
    /** With {@code -v} it tells of GIDs and limits; where it does not know that, without. */
    IBV_DEVINFO("ibv_devinfo.txt", 10, "ibv_devinfo -v", "ibv_devinfo"),
    IFCONFIG("ifconfig.txt", 10, "ifconfig"),
    POWER("pmset.txt", 10, "pmset -g");

    private final String fileSuffix;
    private final Duration deadline;
    private final String commandLine;
    private final String plainer;

    Tool(String fileSuffix, int deadlineSeconds, String commandLine) {
        this(fileSuffix, deadlineSeconds, commandLine, "");
    }

    Tool(String fileSuffix, int deadlineSeconds, String commandLine, String plainer) {
        this.fileSuffix = fileSuffix;
        this.deadline = Duration.ofSeconds(deadlineSeconds);
        this.commandLine = commandLine;
        this.plainer = plainer;
    }

    /** What follows the node's name and a dot in the name of the file. */
    public String fileSuffix() {
        return fileSuffix;
    }

    /** How long one run may take. */
    public Duration deadline() {
        return deadline;
    }

    /** The command as people type it. */
    public String commandLine() {
        return commandLine;
    }

    /** What to run; the next where one fails. */
    List<List<String>> commands() {
        return Stream.of(commandLine, plainer)
                .filter(line -> !line.isEmpty())
                .map(line -> List.of(line.split(" ", -1)))
                .toList();
    }
}
