package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.boltmesh.driver.verbs.Manners;

/**
 * How a simulated fabric is laid; what the text file {@code cables} of its folder says:
 *
 * <pre>
 * manners thunderbolt            # or: ordinary
 * cable a:rdma_en3 b:rdma_en3 latency=5us bandwidth=6GB/s
 * cable a:rdma_en4 c:rdma_en3 address=10.0.0.1,10.0.0.2
 * device a:rdma_en5              # a port without a cable
 * disabled c:rdma_en3            # RDMA is not enabled at this end
 * </pre>
 *
 * @param bare devices that no cable ends at
 * @param disabled ends at which RDMA is not enabled
 */
public record Cables(
        Manners manners, List<Cable> cables, List<CableEnd> bare, Set<CableEnd> disabled) {
    static final String FILE_NAME = "cables";

    public Cables {
        cables = List.copyOf(cables);
        bare = List.copyOf(bare);
        disabled = Set.copyOf(disabled);
    }

    /**
     * Reads the text of a file.
     *
     * @throws SimulatedFabricException with line number, value and what was wanted
     */
    public static Cables parse(String text) {
        return new CablesParser().parse(text);
    }

    /**
     * Reads the file of a fabric's folder.
     *
     * @throws SimulatedFabricException if it cannot be read, or what {@link #parse} finds
     */
    public static Cables read(Path folder) {
        Path file = folder.resolve(FILE_NAME);
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new SimulatedFabricException(
                    "cannot read %s, want a text with lines such as 'cable a:rdma_en3 b:rdma_en3'"
                            .formatted(file),
                    e);
        }
        try {
            return parse(text);
        } catch (SimulatedFabricException e) {
            throw new SimulatedFabricException(file + ": " + e.getMessage());
        }
    }

    /** Text for a file in which every two hosts share a cable; devices {@code rdma_en3} and on. */
    public static String fullMesh(Manners manners, List<String> hosts, String options) {
        StringBuilder text = new StringBuilder("manners " + name(manners) + "\n");
        for (int left = 0; left < hosts.size(); left++) {
            for (int right = left + 1; right < hosts.size(); right++) {
                text.append(
                        "cable %s:rdma_en%d %s:rdma_en%d %s"
                                .formatted(
                                        hosts.get(left),
                                        right + 2,
                                        hosts.get(right),
                                        left + 3,
                                        options)
                                .strip());
                text.append('\n');
            }
        }
        return text.toString();
    }

    static String name(Manners manners) {
        return manners == Manners.THUNDERBOLT ? "thunderbolt" : "ordinary";
    }

    /** Names of a host's devices, in order of their names. */
    public List<String> devices(String host) {
        return ends().stream()
                .filter(end -> end.host().equals(host))
                .map(CableEnd::device)
                .sorted(Comparator.comparingInt(String::length).thenComparing(name -> name))
                .toList();
    }

    /** The cable that ends at a device. */
    public Optional<Cable> cableOf(CableEnd end) {
        return cables.stream().filter(cable -> cable.joins(end)).findFirst();
    }

    /** All devices of all hosts. */
    public Set<CableEnd> ends() {
        List<CableEnd> all = new ArrayList<>(bare);
        cables.stream().flatMap(c -> Stream.of(c.left(), c.right())).forEach(all::add);
        return new LinkedHashSet<>(all);
    }
}
