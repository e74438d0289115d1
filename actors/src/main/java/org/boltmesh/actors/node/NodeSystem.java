package org.boltmesh.actors.node;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.apache.pekko.Done;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.remote.RemoteTransportException;
import org.boltmesh.actors.settings.HostPort;

/** How the actor system of a node begins and ends. */
final class NodeSystem {
    private NodeSystem() {}

    /**
     * Starts one that listens.
     *
     * @throws NodeException when its port cannot be had
     */
    static ActorSystem<NodeGuardian.Command> start(
            HostPort bind, Behavior<NodeGuardian.Command> guardian, ActorSystemSetup setup) {
        try {
            return ActorSystem.create(guardian, PekkoConfig.SYSTEM_NAME, setup);
        } catch (RemoteTransportException e) {
            throw cannotListen(bind, e);
        }
    }

    private static NodeException cannotListen(HostPort bind, RemoteTransportException fault) {
        String reason = String.valueOf(fault.getMessage());
        if (reason.contains("already in use")) {
            return new NodeException(
                    "port %d of %s is in use; stop what has it, or set another boltmesh.bind.port"
                            .formatted(bind.port(), bind.host()),
                    fault);
        }
        return new NodeException(
                "cannot listen on %s: %s; want an address of this machine as boltmesh.bind.host"
                        .formatted(bind, reason),
                fault);
    }

    /** Completes when the actors have ended, with false when they do not after being told to. */
    static CompletableFuture<Boolean> terminated(ActorSystem<?> system, Duration patience) {
        var terminated = new CompletableFuture<Boolean>();
        var _ = system.getWhenTerminated().thenRun(() -> terminated.complete(true));
        CoordinatedShutdown.get(system)
                .addTask(
                        CoordinatedShutdown.PhaseBeforeServiceUnbind(),
                        "bounded",
                        () -> {
                            terminated.completeOnTimeout(
                                    false, patience.toMillis(), TimeUnit.MILLISECONDS);
                            return CompletableFuture.completedFuture(Done.getInstance());
                        });
        return terminated;
    }

    /** Why it has ended; {@code inOrder} says whether all actors did. */
    static NodeEnd end(ActorSystem<?> system, boolean inOrder) {
        NodeEnd end =
                CoordinatedShutdown.get(system)
                        .getShutdownReason()
                        .map(NodeEnd::of)
                        .orElseGet(() -> new NodeEnd(false, "its actors ended without a reason"));
        return inOrder ? end : end.withActorsLeft();
    }

    /** Where nobody is left there is nobody to leave: the director would wait for a successor. */
    static Optional<String> firstPhase(ActorSystem<?> system) {
        return isAlone(system)
                ? Optional.of(CoordinatedShutdown.PhaseBeforeActorSystemTerminate())
                : Optional.empty();
    }

    private static boolean isAlone(ActorSystem<?> system) {
        ClusterEvent.CurrentClusterState state = Cluster.get(system).state();
        return StreamSupport.stream(state.getMembers().spliterator(), false)
                .filter(member -> !state.getUnreachable().contains(member))
                .allMatch(
                        member ->
                                member.address()
                                        .equals(Cluster.get(system).selfMember().address()));
    }
}
