package org.boltmesh.driver;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a driver uses RDMA.
 *
 * @param bind address of the one interface where handshakes are taken, at any free port
 * @param fabric folder of the simulated fabric; for {@link RdmaProvider#SIMULATED} only
 * @param host which host of the simulated fabric this is
 * @param suspectAfterMs silence of a link after which its traffic goes by UDP; more on machines
 *     whose processors are busy, less to move sooner
 */
public record RdmaOptions(
        RdmaProvider provider,
        InetAddress bind,
        Optional<Path> fabric,
        String host,
        int suspectAfterMs) {
    /** {@link #suspectAfterMs} where nothing else is said. */
    public static final int SUSPECT_AFTER_DEFAULT_MS = 25;

    /** Only UDP. */
    public static final RdmaOptions OFF =
            new RdmaOptions(
                    RdmaProvider.OFF,
                    InetAddress.getLoopbackAddress(),
                    Optional.empty(),
                    "",
                    SUSPECT_AFTER_DEFAULT_MS);

    private static final int SUSPECT_AFTER_MIN_MS = 10;
    private static final int SUSPECT_AFTER_MAX_MS = 10_000;

    public RdmaOptions {
        if (provider == RdmaProvider.SIMULATED && (fabric.isEmpty() || host.isEmpty())) {
            throw new MediaDriverException(
                    "rdma provider simulated without a fabric and a host, want both: the folder with the file \"cables\", and a host that it names");
        }
        if (suspectAfterMs < SUSPECT_AFTER_MIN_MS || suspectAfterMs > SUSPECT_AFTER_MAX_MS) {
            throw new MediaDriverException(
                    "suspect-after of %d ms, want %d to %d"
                            .formatted(suspectAfterMs, SUSPECT_AFTER_MIN_MS, SUSPECT_AFTER_MAX_MS));
        }
    }

    /** The devices of the system's verbs library. */
    public static RdmaOptions verbs(InetAddress bind) {
        return new RdmaOptions(
                RdmaProvider.VERBS, bind, Optional.empty(), "", SUSPECT_AFTER_DEFAULT_MS);
    }

    /** The devices of a host in a simulated fabric. */
    public static RdmaOptions simulated(InetAddress bind, Path fabric, String host) {
        return new RdmaOptions(
                RdmaProvider.SIMULATED, bind, Optional.of(fabric), host, SUSPECT_AFTER_DEFAULT_MS);
    }

    /** The same with more or less patience. */
    public RdmaOptions withSuspectAfter(int ms) {
        return new RdmaOptions(provider, bind, fabric, host, ms);
    }
}
