package org.boltmesh.driver.fabric;

import java.util.List;

/** Something that may harm though no port is at fault, in one sentence and one cure. */
public sealed interface FabricWarning {
    String sentence();

    String cure();

    /** Of a Mac Studio. Some say that it has no RDMA, others that it has. */
    record PortBesideEthernet(String node, String interfaceName) implements FabricWarning {
        @Override
        public String sentence() {
            return "%s uses %s, a Mac Studio's port beside Ethernet: some found no RDMA there."
                    .formatted(node, interfaceName);
        }

        @Override
        public String cure() {
            return "try it with bench verbs, or take another port";
        }
    }

    /** In the order of the nodes. */
    record BuildsDiffer(List<String> builds) implements FabricWarning {
        public BuildsDiffer {
            builds = List.copyOf(builds);
        }

        @Override
        public String sentence() {
            return "The Macs run different systems: build %s."
                    .formatted(String.join(" != ", builds));
        }

        @Override
        public String cure() {
            return "update all to the same build of macOS";
        }
    }

    /**
     * Frames then circle.
     *
     * @param certain whether there is a loop, or only more than one cable and nothing to tell
     */
    record BridgeInLoop(String node, String bridge, boolean certain) implements FabricWarning {
        @Override
        public String sentence() {
            return "%s bridges its Thunderbolt ports (%s is active), while the cables %s a loop."
                    .formatted(node, bridge, certain ? "form" : "may form");
        }

        @Override
        public String cure() {
            return node + ": networksetup -setnetworkserviceenabled \"Thunderbolt Bridge\" off";
        }
    }

    /** Nothing wakes it over Thunderbolt. */
    record Sleeps(String node, int minutes) implements FabricWarning {
        @Override
        public String sentence() {
            return "%s sleeps after %d idle minutes, and nothing wakes it over Thunderbolt."
                    .formatted(node, minutes);
        }

        @Override
        public String cure() {
            return node + ": sudo pmset -a sleep 0";
        }
    }

    /** Probably one machine, recorded twice; cables of neither are known. */
    record SameMac(String node, String other) implements FabricWarning {
        @Override
        public String sentence() {
            return "%s and %s have the same Thunderbolt ids, as if they were one Mac."
                    .formatted(node, other);
        }

        @Override
        public String cure() {
            return "record each Mac once, under one name";
        }
    }
}
