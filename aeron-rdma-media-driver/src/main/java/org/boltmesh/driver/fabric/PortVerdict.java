package org.boltmesh.driver.fabric;

import java.util.List;
import java.util.Optional;

/** What is to be said of a port, in one sentence and one cure. {@link PortJudge} chooses it. */
public sealed interface PortVerdict {
    /**
     * How to put it.
     *
     * @param word for lists and programs, such as {@code port-down}
     */
    record Words(String word, String sentence, String cure) {}

    Words words();

    default String word() {
        return words().word();
    }

    default String sentence() {
        return words().sentence();
    }

    default String cure() {
        return words().cure();
    }

    /** Whether messages can go over it by RDMA. */
    default boolean isUsable() {
        return false;
    }

    /** Whether there is something to cure. */
    default boolean isFault() {
        return true;
    }

    /** Nothing to do. */
    enum Ok implements PortVerdict {
        INSTANCE;

        @Override
        public Words words() {
            return new Words(
                    "ok",
                    "The port is active, and nothing that was seen speaks against RDMA.",
                    "nothing to do");
        }

        @Override
        public boolean isUsable() {
            return true;
        }

        @Override
        public boolean isFault() {
            return false;
        }
    }

    /**
     * No other computer is on it.
     *
     * @param others what else is: displays, hubs
     */
    record NoMac(List<String> others) implements PortVerdict {
        public NoMac {
            others = List.copyOf(others);
        }

        @Override
        public Words words() {
            return new Words(
                    "no-mac",
                    others.isEmpty()
                            ? "Nothing is plugged in."
                            : "No other Mac is plugged in, only: "
                                    + String.join(", ", others)
                                    + ".",
                    "nothing to do; or join another Mac by a Thunderbolt 5 cable");
        }

        @Override
        public boolean isFault() {
            return false;
        }
    }

    /** Its cable, its Mac or the other one is of an older kind. Enabling RDMA would not help. */
    record NotThunderbolt5(String speed) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "not-thunderbolt-5",
                    "The port says \"%s\": that is not Thunderbolt 5, which alone has RDMA."
                            .formatted(speed),
                    "between two Thunderbolt 5 Macs use a Thunderbolt 5 cable; others talk by UDP");
        }
    }

    /** It has no RDMA over Thunderbolt yet. */
    record MacOsTooOld(MacVersion version) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "macos-too-old",
                    version + " has no RDMA over Thunderbolt.",
                    "update to macOS 26.3 or later, the same build on all Macs");
        }
    }

    /** Nothing to call. */
    record NoLibrary(String reason, boolean mac) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "no-library",
                    "No RDMA library: " + reason + ".",
                    mac
                            ? "update to macOS 26.3 or later, which has /usr/lib/librdma.dylib"
                            : "install libibverbs; on Debian: apt-get install libibverbs1 ibverbs-providers");
        }
    }

    /** What was seen does not tell. */
    record Unknown(String reason) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "unknown",
                    "Cannot be judged: " + reason + ".",
                    "run doctor on that machine; if a tool hangs or fails there, restart it");
        }
    }

    /**
     * Switched off on this Mac.
     *
     * @param thunderbolt5 false if its ports did not tell what they are
     */
    record RdmaDisabled(boolean thunderbolt5) implements PortVerdict {
        /** Works on no system but that of Recovery. */
        static final String ENABLE = "start it in Recovery, open Terminal, type: rdma_ctl enable";

        @Override
        public Words words() {
            return new Words(
                    "rdma-disabled",
                    "RDMA is disabled on this Mac.",
                    (thunderbolt5 ? "" : "if it has Thunderbolt 5: ") + ENABLE + ", and restart");
        }
    }

    /** The library knows none here. */
    record NoDevice(String device, boolean mac) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "no-device",
                    "The RDMA library shows no device %s.".formatted(device).replace(" .", "."),
                    mac
                            ? "restart the Mac; only Thunderbolt 5 has such devices, see rdma_ctl status"
                            : "load its driver; for trials: rdma link add rxe0 type rxe netdev eth0");
        }
    }

    /** What a port's messages go over. */
    enum Wire {
        THUNDERBOLT_5,
        /** Of a Mac that does not tell. */
        SOME_THUNDERBOLT,
        NETWORK
    }

    /**
     * It needs a cable, and RDMA at both ends.
     *
     * @param disabledPeer the Mac at the other end, if RDMA is known to be disabled there
     */
    record PortDown(Wire wire, Optional<String> disabledPeer) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "port-down",
                    disabledPeer
                            .map("The port is down: RDMA is disabled on %s, at its end."::formatted)
                            .orElse("The port is down: it is not active."),
                    disabledPeer
                            .map(peer -> peer + ": " + RdmaDisabled.ENABLE + ", and restart")
                            .orElseGet(this::usualCure));
        }

        private String usualCure() {
            return switch (wire) {
                case THUNDERBOLT_5 ->
                        "see that RDMA is enabled at both ends, then replug the cable";
                case SOME_THUNDERBOLT ->
                        "replug the cable; between Thunderbolt 5 Macs, see that both have RDMA on";
                case NETWORK -> "set the network interface below it up, and see to its cable";
            };
        }
    }

    /**
     * Its GID table then has no entry that reaches a peer.
     *
     * @param name of the interface, or the device
     */
    record NoIpv4Address(String name, boolean mac) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "no-ipv4-address",
                    name + " has no IPv4 address, which RDMA needs to find the other end.",
                    mac
                            ? "wait a minute for a link-local one, or: sudo ifconfig "
                                    + name
                                    + " inet 169.254.0.N netmask 255.255.0.0 alias"
                            : "give the network interface below it an IPv4 address");
        }
    }

    /** {@code ibv_alloc_pd} gave NULL, as it may after a start. */
    record DomainRefused(String device) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "domain-refused",
                    device + " is active but gives no protection domain (ibv_alloc_pd failed).",
                    "replug the cable; if that does not help, restart the Mac");
        }
    }

    /** It may work; nobody promises. */
    record MacOsDiffers(MacVersion own, String peer, MacVersion other) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "macos-differs",
                    "This Mac runs %s, but %s at the other end %s.".formatted(own, peer, other),
                    "update both to the same build, of macOS 26.3 or later");
        }

        @Override
        public boolean isUsable() {
            return true;
        }
    }

    /** Before macOS 26.3. */
    record SmallMessagesOnly(MacVersion version) implements PortVerdict {
        @Override
        public Words words() {
            return new Words(
                    "small-messages-only",
                    version
                            + " carries only small messages (4 KiB) by RDMA; larger ones go by UDP.",
                    "update to macOS 26.3 or later, the same build on all Macs");
        }

        @Override
        public boolean isUsable() {
            return true;
        }
    }
}
