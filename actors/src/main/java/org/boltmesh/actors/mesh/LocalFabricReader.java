package org.boltmesh.actors.mesh;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.boltmesh.actors.settings.NetworkSettings;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.driver.fabric.CableFile;
import org.boltmesh.driver.fabric.LocalInterfaces;
import org.boltmesh.driver.fabric.NodeFacts;
import org.boltmesh.driver.fabric.NodeOutputs;
import org.boltmesh.driver.fabric.NodeReport;
import org.boltmesh.driver.fabric.OutputRunner;
import org.boltmesh.driver.simulated.Cables;
import org.boltmesh.driver.simulated.SimulatedFabricException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out about this machine. Blocks, for seconds where tools are slow.
 *
 * @param node its name
 * @param isMac whether its tools are asked; elsewhere the system's files tell all
 * @param devices of a system that is no Mac
 */
public record LocalFabricReader(
        String node,
        NetworkSettings network,
        RdmaOptions rdma,
        boolean isMac,
        OutputRunner tools,
        SystemDevices devices)
        implements Supplier<LocalFabric> {
    private static final Logger LOG = LoggerFactory.getLogger(LocalFabricReader.class);

    @Override
    public LocalFabric get() {
        LocalFabric bare =
                LocalFabric.without(
                        Stream.of(network.work().host(), network.bind().host())
                                .flatMap(host -> literal(host).stream())
                                .distinct()
                                .toList(),
                        withoutScope(rdma.bind()));
        return switch (rdma.provider()) {
            case OFF -> bare;
            case SIMULATED -> rdma.fabric().map(folder -> simulated(bare, folder)).orElse(bare);
            case VERBS, AUTO -> bare.with(facts());
        };
    }

    /** Those of all interfaces are not asked for: a view names each address. */
    private static Optional<String> literal(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isAnyLocalAddress()
                    ? Optional.empty()
                    : Optional.of(withoutScope(address));
        } catch (UnknownHostException e) {
            LOG.warn("host {} has no address: {}", host, e.getMessage());
            return Optional.empty();
        }
    }

    /** A scope means something on its own machine only. */
    private static String withoutScope(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }

    /** A fabric that cannot be read has no cables; the driver tells the reason. */
    private static LocalFabric simulated(LocalFabric bare, Path folder) {
        try {
            return bare.withSimulated(CableFile.between(Cables.read(folder)));
        } catch (SimulatedFabricException e) {
            LOG.warn("no cables: {}", e.getMessage());
            return bare;
        }
    }

    private NodeFacts facts() {
        NodeOutputs outputs =
                isMac ? NodeOutputs.take(node, tools) : new NodeOutputs(node, Map.of());
        NodeFacts told = NodeReport.read(outputs);
        NodeFacts facts = isMac ? told : devices.completing(told);
        return facts.interfaces().isPresent()
                ? facts
                : facts.withInterfaces(LocalInterfaces.read());
    }
}
