package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.boltmesh.driver.verbs.Manners;

/** A fabric of two hosts with one cable, and a clock that stands until it is moved. */
final class TestFabric implements AutoCloseable {
    static final String DEVICE = "rdma_en3";
    static final CableEnd A = new CableEnd("a", DEVICE);
    static final CableEnd B = new CableEnd("b", DEVICE);

    final SimulatedFabric control;
    final CallFaults faults = new CallFaults();
    long nowNs = 1;
    private final List<SimulatedProvider> providers = new ArrayList<>();

    TestFabric(Path folder, Manners manners) {
        control =
                SimulatedFabric.lay(
                        folder,
                        "manners %s%ncable a:%s b:%s%n"
                                .formatted(Cables.name(manners), DEVICE, DEVICE));
    }

    SimulatedProvider join(String host) {
        SimulatedProvider provider =
                new SimulatedProvider(control.folder(), host, faults, () -> nowNs);
        providers.add(provider);
        return provider;
    }

    End end(String host) {
        return new End(join(host), DEVICE);
    }

    End[] connected() {
        End[] ends = {end("a"), end("b")};
        End.connect(ends[0], ends[1]);
        return ends;
    }

    /** What processes leave in the folder. */
    List<String> files(String prefix) {
        try (Stream<Path> files = Files.list(control.folder())) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith(prefix))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        providers.forEach(SimulatedProvider::close);
        control.close();
    }
}
