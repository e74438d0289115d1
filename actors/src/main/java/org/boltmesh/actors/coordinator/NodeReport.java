package org.boltmesh.actors.coordinator;

import java.util.List;
import java.util.UUID;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.shards.plan.NodeMemory;

/**
 * What a node tells the director about itself, about once a second.
 *
 * @param agent takes work for the node
 * @param driver how its media driver is
 * @param configured models that its own configuration names
 * @param generationMax largest generation of a model that it has seen
 */
public record NodeReport(
        Identity identity,
        ActorRef<NodeAgent.Command> agent,
        Memory memory,
        Driver driver,
        List<ModelSpec> configured,
        long generationMax) {
    public NodeReport {
        configured = List.copyOf(configured);
    }

    /**
     * Which node it is.
     *
     * @param work where its media driver takes datagrams
     */
    public record Identity(UUID id, String name, long pid, HostPort work) {}

    /**
     * Memory in bytes.
     *
     * @param freeBytes when the node started
     * @param limitBytes most that models may take; {@link NodeMemory#UNLIMITED} for no limit
     * @param reserveBytes that stay free
     */
    public record Memory(long freeBytes, long limitBytes, long reserveBytes) {}

    /**
     * Its media driver.
     *
     * @param pid 0 while there is none
     * @param sent bytes sent to each address
     * @param mesh what RDMA does in it, with peers by id
     * @param trouble why there is none; empty while all is well
     */
    public record Driver(long pid, List<Sent> sent, MeshStatus mesh, String trouble) {
        /** Before the first has started. */
        public static final Driver NONE =
                new Driver(0, List.of(), MeshStatus.OFF, "it is starting");

        public Driver {
            sent = List.copyOf(sent);
        }

        /** What somebody may wait for: that a driver runs, and its links' states. */
        boolean isLike(Driver other) {
            return pid == other.pid && states(mesh).equals(states(other.mesh));
        }

        private static List<String> states(MeshStatus status) {
            return status.links().stream().map(Driver::state).toList();
        }

        private static String state(LinkStatus link) {
            return link.peer() + " " + link.cable() + " " + link.state() + " " + link.epoch();
        }
    }

    /** Bytes of datagrams to one address. */
    public record Sent(String address, long bytes) {}

    /** Whether its own configuration names a model. */
    boolean names(String model) {
        return configured.stream().anyMatch(spec -> spec.name().equals(model));
    }

    /** As a plan sees it; what others hold is the ledger's. */
    NodeMemory planned() {
        return new NodeMemory(
                identity.id().toString(),
                identity.name(),
                memory.freeBytes(),
                memory.limitBytes(),
                memory.reserveBytes(),
                0);
    }
}
