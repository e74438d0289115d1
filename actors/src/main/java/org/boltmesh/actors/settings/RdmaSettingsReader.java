package org.boltmesh.actors.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.boltmesh.driver.RdmaProvider;
import org.boltmesh.driver.fabric.FabricException;
import org.boltmesh.driver.fabric.FabricSource;

/** Reads how a node uses RDMA. */
final class RdmaSettingsReader {
    private static final String CABLES = "rdma.cables";
    private static final String FABRIC = "rdma.fabric";
    private static final Duration SUSPECT_MIN = Duration.ofMillis(10);
    private static final Duration SUSPECT_MAX = Duration.ofSeconds(10);
    private static final Duration READY_WAIT_MAX = Duration.ofSeconds(60);

    private final SettingsReader reader;

    RdmaSettingsReader(SettingsReader reader) {
        this.reader = reader;
    }

    RdmaSettings read() {
        RdmaProvider provider =
                reader.word(
                        "rdma.provider",
                        RdmaProvider.values(),
                        value -> value.name().toLowerCase(Locale.ROOT));
        return new RdmaSettings(
                provider,
                cables(),
                fabric(provider),
                reader.duration("rdma.suspect-after", SUSPECT_MIN, SUSPECT_MAX),
                reader.duration("rdma.ready-wait", Duration.ZERO, READY_WAIT_MAX));
    }

    private FabricSource cables() {
        List<String> texts = reader.strings(CABLES, "[\"auto\"], or a list of cables");
        try {
            return FabricSource.of(texts);
        } catch (FabricException e) {
            throw reader.wrong(CABLES, "[\"auto\"], or cables, each once: " + e.getMessage());
        }
    }

    private Optional<Path> fabric(RdmaProvider provider) {
        String wanted = "the folder of the simulated fabric, in which the file \"cables\" is";
        boolean isEmpty = reader.string(FABRIC, wanted).isEmpty();
        if (isEmpty && provider == RdmaProvider.SIMULATED) {
            throw reader.wrong(FABRIC, wanted + ", for rdma.provider is simulated");
        }
        return isEmpty ? Optional.empty() : Optional.of(reader.path(FABRIC));
    }
}
