package org.boltmesh.driver.fabric;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is known of a node; empty is what nobody told.
 *
 * @param macOs empty on other systems, too
 * @param sleepMinutes idle minutes after which it sleeps, 0 for never
 * @param problems sentences about tools that said nothing of use
 */
public record NodeFacts(
        String name,
        Optional<MacVersion> macOs,
        OptionalInt sleepMinutes,
        Rdma rdma,
        Thunderbolt thunderbolt,
        Optional<List<InterfaceFacts>> interfaces,
        List<String> problems) {
    public NodeFacts {
        interfaces = interfaces.map(List::copyOf);
        problems = List.copyOf(problems);
    }

    /**
     * Library and devices.
     *
     * @param system what {@code rdma_ctl} says
     */
    public record Rdma(RdmaSwitch system, LibraryState library, List<DeviceFacts> devices) {
        public Rdma {
            devices = List.copyOf(devices);
        }

        Optional<DeviceFacts> device(String name) {
            return devices.stream().filter(device -> device.name().equals(name)).findFirst();
        }
    }

    /**
     * The ports of a Mac.
     *
     * @param interfaces the IP interface of each port, by its number
     */
    public record Thunderbolt(List<ThunderboltBus> buses, Map<Integer, String> interfaces) {
        public Thunderbolt {
            buses = List.copyOf(buses);
            interfaces = Map.copyOf(interfaces);
        }

        /** The interface of a bus. */
        Optional<String> interfaceOf(ThunderboltBus bus) {
            return bus.receptacle().isPresent()
                    ? Optional.ofNullable(interfaces.get(bus.receptacle().getAsInt()))
                    : Optional.empty();
        }
    }

    Optional<InterfaceFacts> interfaceNamed(String name) {
        return interfaces.orElse(List.of()).stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst();
    }

    /** The same with other interfaces. */
    public NodeFacts withInterfaces(Optional<List<InterfaceFacts>> others) {
        return new NodeFacts(name, macOs, sleepMinutes, rdma, thunderbolt, others, problems);
    }
}
