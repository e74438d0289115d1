package org.boltmesh.actors.mesh;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.serialization.RemoteMessage;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.transport.DriverState;
import org.boltmesh.driver.fabric.Cable;
import org.boltmesh.driver.fabric.DeviceAddress;
import org.boltmesh.driver.fabric.FabricPort;
import org.boltmesh.driver.fabric.FabricSource;
import org.boltmesh.driver.fabric.LinkProbe;
import org.boltmesh.driver.mesh.MeshKey;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.mesh.MeshView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the cluster how this node can be linked with, and its own media driver who the peers are
 * and which cables lead to them. A crash of it loses nothing that the others do not tell again;
 * links stay as they are meanwhile.
 */
public final class MeshKeeper extends AbstractMatchingBehavior<MeshKeeper.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(MeshKeeper.class);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);

    /** Cables are plugged in by hand, and some tools take seconds. */
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(30);

    /** What a keeper is told. */
    public sealed interface Command {}

    /**
     * What all nodes tell, this one included.
     *
     * @param revision tells rosters apart, also those of different directors
     */
    public record Roster(long revision, List<MeshFacts> nodes) implements Command, RemoteMessage {
        public Roster {
            nodes = List.copyOf(nodes);
        }
    }

    /** What the node's media driver is doing; of this node only. */
    public record DriverChanged(DriverState state) implements Command {}

    /**
     * What a keeper works with.
     *
     * @param wanted whether this node uses RDMA at all
     * @param key under handshakes
     * @param local finds out about this node; may block
     * @param probes tries cables between devices with these addresses; may block
     * @param blocking runs both
     */
    public record Tools(
            boolean wanted,
            FabricSource cables,
            MeshKey key,
            Supplier<LocalFabric> local,
            Probes probes,
            Executor blocking) {}

    /** Makes what tries cables. */
    @FunctionalInterface
    public interface Probes {
        /** Tries from devices of this machine. */
        LinkProbe between(List<DeviceAddress> addresses);
    }

    private record LookedAround(LocalFabric fabric) implements Command {}

    private record LookFailed(String reason) implements Command {}

    private record Probed(Set<String> reached) implements Command {}

    private enum ReportTick implements Command {
        INSTANCE
    }

    private enum LookTick implements Command {
        INSTANCE
    }

    private final ActorContext<Command> context;
    private final Identity identity;
    private final Tools tools;
    private final Consumer<MeshReport> reports;
    private final Consumer<MeshView> joins;
    private final Set<String> reached = new TreeSet<>();
    private Optional<LocalFabric> local = Optional.empty();
    private Optional<Roster> roster = Optional.empty();
    private Optional<MeshView> joined = Optional.empty();
    private List<UUID> cabled = List.of();
    private MeshStatus driver = MeshStatus.OFF;
    private long driverPid;
    private boolean isProbing;
    private Optional<MeshFacts> reported = Optional.empty();

    /** Which node it is. */
    public record Identity(UUID id, String name) {}

    private MeshKeeper(
            ActorContext<Command> context,
            Identity identity,
            Tools tools,
            Consumer<MeshReport> reports,
            Consumer<MeshView> joins) {
        super(context);
        this.context = context;
        this.identity = identity;
        this.tools = tools;
        this.reports = reports;
        this.joins = joins;
        onLookTick();
    }

    /**
     * The keeper of this node.
     *
     * @param reports is given what the director has to hear
     * @param joins is given what the node's driver has to know
     */
    public static Behavior<Command> create(
            Identity identity,
            Tools tools,
            Consumer<MeshReport> reports,
            Consumer<MeshView> joins) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers -> {
                                    timers.startTimerWithFixedDelay(
                                            ReportTick.INSTANCE, REPORT_INTERVAL);
                                    timers.startTimerWithFixedDelay(
                                            LookTick.INSTANCE, LOOK_INTERVAL);
                                    return new MeshKeeper(context, identity, tools, reports, joins);
                                }));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        switch (command) {
            case Roster told -> onRoster(told);
            case DriverChanged changed -> onDriverChanged(changed.state());
            case LookedAround looked -> onLookedAround(looked.fabric());
            case LookFailed failed -> LOG.warn("cannot find out about cables: {}", failed.reason());
            case Probed probed -> onProbed(probed.reached());
            case ReportTick _ -> report();
            case LookTick _ -> onLookTick();
        }
        return this;
    }

    private void onRoster(Roster told) {
        roster = Optional.of(told);
        plan();
        report();
    }

    private void onDriverChanged(DriverState state) {
        boolean isAnother = state.pid() != driverPid;
        driver = state.mesh();
        driverPid = state.pid();
        if (isAnother && state.isRunning()) {
            joined.ifPresent(joins);
        }
        reportNews();
    }

    private void onLookTick() {
        context.pipeToSelf(
                CompletableFuture.supplyAsync(tools.local(), tools.blocking()),
                (fabric, fault) ->
                        fault == null
                                ? new LookedAround(fabric)
                                : new LookFailed(String.valueOf(fault)));
    }

    private void onLookedAround(LocalFabric fabric) {
        local = Optional.of(fabric);
        plan();
        reportNews();
    }

    private void onProbed(Set<String> newlyReached) {
        isProbing = false;
        reached.addAll(newlyReached);
        plan();
        reportNews();
    }

    /** Who the peers are now, told to the driver where that is news. */
    private void plan() {
        if (local.isEmpty() || roster.isEmpty()) {
            return;
        }
        MeshPlan plan =
                MeshPlan.of(
                        facts(local.get()),
                        roster.get().nodes(),
                        tools.cables(),
                        local.get().simulated());
        cabled = driver.provider().equals(MeshStatus.OFF.provider()) ? List.of() : plan.cabled();
        var view = new MeshView(identity.id().toString(), tools.key(), plan.peers());
        if (joined.filter(view::equals).isEmpty()) {
            joined = Optional.of(view);
            LOG.info("peers: {}", view.peers());
            joins.accept(view);
        }
        probe(plan.unproved());
    }

    private void probe(List<Cable> unproved) {
        if (unproved.isEmpty() || isProbing) {
            return;
        }
        isProbing = true;
        LinkProbe probe =
                tools.probes()
                        .between(MeshPlan.places(roster.map(Roster::nodes).orElse(List.of())));
        context.pipeToSelf(
                CompletableFuture.supplyAsync(() -> answering(probe, unproved), tools.blocking()),
                (found, fault) -> new Probed(fault == null ? found : Set.of()));
    }

    private Set<String> answering(LinkProbe probe, List<Cable> cables) {
        return cables.stream()
                .filter(
                        cable -> {
                            boolean isFirst = cable.a().node().equals(identity.name());
                            FabricPort own = isFirst ? cable.a() : cable.b();
                            return probe.answers(own, isFirst ? cable.b() : cable.a());
                        })
                .map(Cable::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    private MeshFacts facts(LocalFabric fabric) {
        List<String> addresses = new ArrayList<>();
        if (driver.handshakePort() != 0 && !fabric.handshakeHost().isEmpty()) {
            addresses.add(new HostPort(fabric.handshakeHost(), driver.handshakePort()).toString());
        }
        return new MeshFacts(
                identity.id(),
                identity.name(),
                tools.wanted(),
                addresses,
                fabric.hosts(),
                fabric.ports(),
                fabric.devices(),
                List.copyOf(reached));
    }

    private void reportNews() {
        if (!local.map(this::facts).equals(reported)) {
            report();
        }
    }

    private void report() {
        if (local.isEmpty()) {
            return;
        }
        MeshFacts facts = facts(local.get());
        reported = Optional.of(facts);
        reports.accept(
                new MeshReport(
                        facts,
                        roster.map(Roster::revision).orElse(0L),
                        isSettled(),
                        cabled,
                        context.getSelf()));
    }

    /** Where there is no RDMA there is nothing to wait for. */
    private boolean isSettled() {
        boolean isDriverReady = driverPid != 0 && driver.handshakePort() != 0;
        boolean isWithout =
                driverPid != 0 && !driver.problem().isEmpty() && driver.handshakePort() == 0;
        return !tools.wanted() || isWithout || (isDriverReady && joined.isPresent());
    }
}
