package org.boltmesh.driver.fabric;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Decides what to say of a port: what stands further up in {@link #RULES} explains what stands
 * below it. So Thunderbolt 4 is never told to enable RDMA, and the state of a port outweighs {@code
 * rdma_ctl}.
 */
final class PortJudge {
    /** A port, its node, and the node at the other end if it is known. */
    private record Case(PortFacts port, NodeFacts node, Optional<NodeFacts> peer) {
        boolean isMac() {
            return node.macOs().isPresent() || port.bus().isPresent();
        }
    }

    private static final List<Function<Case, Optional<PortVerdict>>> RULES =
            List.of(
                    PortJudge::notThunderbolt5,
                    PortJudge::macOsTooOld,
                    PortJudge::noLibrary,
                    PortJudge::rdmaDisabled,
                    PortJudge::noMac,
                    PortJudge::noDevice,
                    PortJudge::portDown,
                    PortJudge::noIpv4Address,
                    PortJudge::domainRefused,
                    PortJudge::macOsDiffers,
                    PortJudge::smallMessagesOnly);

    private PortJudge() {}

    static PortVerdict judge(PortFacts port, NodeFacts node, Optional<NodeFacts> peer) {
        Case all = new Case(port, node, peer);
        return RULES.stream()
                .flatMap(rule -> rule.apply(all).stream())
                .findFirst()
                .orElse(PortVerdict.Ok.INSTANCE);
    }

    /** A slow display on a fast port says nothing of the port. */
    private static Optional<PortVerdict> notThunderbolt5(Case all) {
        return all.port()
                .bus()
                .filter(bus -> !bus.peers().isEmpty() || bus.others().isEmpty())
                .filter(bus -> !bus.isThunderbolt5().orElse(true))
                .map(bus -> new PortVerdict.NotThunderbolt5(bus.speed()));
    }

    private static Optional<PortVerdict> macOsTooOld(Case all) {
        return all.node()
                .macOs()
                .filter(version -> !version.isAtLeast(26, 2))
                .map(PortVerdict.MacOsTooOld::new);
    }

    private static Optional<PortVerdict> noLibrary(Case all) {
        return switch (all.node().rdma().library()) {
            case LibraryState.Found _ -> Optional.empty();
            case LibraryState.Missing missing ->
                    Optional.of(new PortVerdict.NoLibrary(missing.reason(), all.isMac()));
            case LibraryState.Unknown unknown ->
                    Optional.of(new PortVerdict.Unknown(unknown.reason()));
        };
    }

    private static Optional<PortVerdict> rdmaDisabled(Case all) {
        boolean disabled = all.node().rdma().system() == RdmaSwitch.DISABLED;
        Optional<Boolean> thunderbolt5 = all.port().bus().flatMap(ThunderboltBus::isThunderbolt5);
        return when(
                disabled && !all.port().isActive(),
                new PortVerdict.RdmaDisabled(thunderbolt5.orElse(false)));
    }

    private static Optional<PortVerdict> noMac(Case all) {
        List<String> others = all.port().bus().map(ThunderboltBus::others).orElse(List.of());
        return when(!all.port().isCabled(), new PortVerdict.NoMac(others));
    }

    private static Optional<PortVerdict> noDevice(Case all) {
        if (all.port().device().isPresent()) {
            return Optional.empty();
        }
        if (all.port().bus().isPresent() && all.port().deviceName().isEmpty()) {
            return Optional.of(
                    new PortVerdict.Unknown("nothing tells the IP interface of this port"));
        }
        String name = all.port().deviceName().orElse("");
        return Optional.of(new PortVerdict.NoDevice(name, all.isMac()));
    }

    private static Optional<PortVerdict> portDown(Case all) {
        boolean told = all.port().device().flatMap(DeviceFacts::state).isPresent();
        if (all.port().isActive()) {
            return Optional.empty();
        }
        return Optional.of(
                told
                        ? new PortVerdict.PortDown(wire(all), disabledPeer(all))
                        : new PortVerdict.Unknown("nothing tells the state of its device"));
    }

    private static PortVerdict.Wire wire(Case all) {
        boolean thunderbolt5 =
                all.port().bus().flatMap(ThunderboltBus::isThunderbolt5).orElse(false);
        if (thunderbolt5) {
            return PortVerdict.Wire.THUNDERBOLT_5;
        }
        return all.isMac() ? PortVerdict.Wire.SOME_THUNDERBOLT : PortVerdict.Wire.NETWORK;
    }

    /** Only a Mac with Thunderbolt 5 is to be told to enable it. */
    private static Optional<String> disabledPeer(Case all) {
        return all.peer()
                .filter(peer -> peer.rdma().system() == RdmaSwitch.DISABLED)
                .filter(_ -> wire(all) == PortVerdict.Wire.THUNDERBOLT_5)
                .map(NodeFacts::name);
    }

    /**
     * The GID table is better evidence than the interface; where neither is told, none is missed.
     */
    private static Optional<PortVerdict> noIpv4Address(Case all) {
        Optional<DeviceFacts> device = all.port().device();
        Optional<Boolean> byGid =
                device.flatMap(DeviceFacts::gids)
                        .map(gids -> gids.stream().anyMatch(entry -> entry.gid().isIpv4()));
        Optional<Boolean> byInterface =
                all.port()
                        .interfaceName()
                        .filter(_ -> all.node().interfaces().isPresent())
                        .map(name -> hasAddress(all.node(), name));
        return when(
                !byGid.or(() -> byInterface).orElse(true),
                new PortVerdict.NoIpv4Address(
                        all.port().interfaceName().orElse(all.port().label()), all.isMac()));
    }

    private static boolean hasAddress(NodeFacts node, String interfaceName) {
        return node.interfaceNamed(interfaceName)
                .filter(found -> !found.addresses().isEmpty())
                .isPresent();
    }

    private static Optional<PortVerdict> domainRefused(Case all) {
        return all.port()
                .device()
                .filter(device -> device.domain() == DeviceFacts.Domain.REFUSED)
                .map(device -> new PortVerdict.DomainRefused(device.name()));
    }

    private static Optional<PortVerdict> macOsDiffers(Case all) {
        return all.peer().stream().flatMap(peer -> differing(all.node(), peer)).findFirst();
    }

    private static Stream<PortVerdict> differing(NodeFacts node, NodeFacts peer) {
        return node.macOs().stream()
                .flatMap(
                        own ->
                                peer.macOs().stream()
                                        .filter(own::differsFrom)
                                        .map(
                                                other ->
                                                        new PortVerdict.MacOsDiffers(
                                                                own, peer.name(), other)));
    }

    private static Optional<PortVerdict> smallMessagesOnly(Case all) {
        return all.node()
                .macOs()
                .filter(version -> !version.isAtLeast(26, 3))
                .map(PortVerdict.SmallMessagesOnly::new);
    }

    private static Optional<PortVerdict> when(boolean condition, PortVerdict verdict) {
        return condition ? Optional.of(verdict) : Optional.empty();
    }
}
