package org.boltmesh.actors.node;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.boltmesh.actors.mesh.LocalFabricReader;
import org.boltmesh.actors.mesh.MeshKeeper;
import org.boltmesh.actors.mesh.MeshKeys;
import org.boltmesh.actors.mesh.RdmaChoice;
import org.boltmesh.actors.mesh.SystemDevices;
import org.boltmesh.actors.secret.SecretKeys;
import org.boltmesh.actors.settings.NetworkSettings;
import org.boltmesh.actors.settings.NodeSettings;
import org.boltmesh.actors.settings.RdmaSettings;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.driver.RdmaProvider;
import org.boltmesh.driver.fabric.MacVersion;
import org.boltmesh.driver.fabric.NodeOutputs;
import org.boltmesh.driver.fabric.NodeReport;
import org.boltmesh.driver.fabric.ReachabilityProbe;
import org.boltmesh.driver.fabric.SystemTools;
import org.boltmesh.driver.fabric.Tool;
import org.boltmesh.driver.mesh.MeshKey;

/**
 * How a node uses RDMA, once its settings have met its machine.
 *
 * @param options of its media driver
 * @param objection why RDMA is not used though it could be, with the cure; empty where there is
 *     none
 * @param key under handshakes
 */
record NodeMesh(NodeSettings settings, RdmaOptions options, String objection, MeshKey key) {
    private static final Duration PROBE_DEADLINE = Duration.ofMillis(500);

    /**
     * What a node does here. Asks a Mac for its version, which takes some milliseconds.
     *
     * @param keys of the cluster secret
     * @throws NodeException where its handshakes have no address
     */
    static NodeMesh of(NodeSettings settings, Optional<SecretKeys> keys) {
        RdmaSettings rdma = settings.rdma();
        RdmaChoice choice =
                RdmaChoice.of(
                        rdma.provider(),
                        isMac(),
                        rdma.provider() == RdmaProvider.OFF ? Optional.empty() : macOs(),
                        SystemDevices.current().names());
        return new NodeMesh(
                settings,
                choice.provider() == RdmaProvider.OFF
                        ? RdmaOptions.OFF
                        : new RdmaOptions(
                                choice.provider(),
                                handshakes(settings.network()),
                                rdma.fabric(),
                                settings.name(),
                                Math.toIntExact(rdma.suspectAfter().toMillis())),
                choice.objection(),
                MeshKeys.of(keys));
    }

    private static boolean isMac() {
        return System.getProperty("os.name").startsWith("Mac");
    }

    private static Optional<MacVersion> macOs() {
        return isMac()
                ? NodeReport.read(
                                new NodeOutputs(
                                        "",
                                        Map.of(
                                                Tool.SW_VERS,
                                                SystemTools.create().run(Tool.SW_VERS))))
                        .macOs()
                : Optional.empty();
    }

    /**
     * Where control listens, for a cable's own address goes with the cable; where that is
     * everywhere, the one interface of the work.
     */
    private static InetAddress handshakes(NetworkSettings network) {
        String host = network.bind().host();
        try {
            InetAddress bind = InetAddress.getByName(host);
            host = network.work().host();
            return bind.isAnyLocalAddress() ? InetAddress.getByName(host) : bind;
        } catch (UnknownHostException e) {
            throw new NodeException(
                    "host %s has no address; set bind.host and work.host to addresses of this machine"
                            .formatted(host),
                    e);
        }
    }

    /** How long a model waits for the links between its nodes. */
    Duration readyWait() {
        return settings.rdma().readyWait();
    }

    /** For the actor that links this node with others. */
    MeshKeeper.Tools tools(Executor blocking) {
        return new MeshKeeper.Tools(
                options.provider() != RdmaProvider.OFF,
                settings.rdma().cables(),
                key,
                new LocalFabricReader(
                        settings.name(),
                        settings.network(),
                        options,
                        isMac(),
                        SystemTools.create(),
                        SystemDevices.current()),
                places -> new ReachabilityProbe(List.copyOf(places), PROBE_DEADLINE),
                blocking);
    }
}
