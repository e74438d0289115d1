package org.boltmesh.bootstrap;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.driver.RdmaProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a media driver about RDMA. */
final class RdmaArguments {
    @Option(
            names = "--rdma",
            paramLabel = "PROVIDER",
            defaultValue = "off",
            description = {
                "RDMA devices: verbs, simulated, auto for verbs where there are any, or off",
                "(default)."
            })
    private RdmaProvider provider = RdmaProvider.OFF;

    @Option(
            names = "--rdma-bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address of the interface for handshakes (default: 127.0.0.1).")
    private @Nullable InetAddress bind;

    @Option(
            names = "--rdma-fabric",
            paramLabel = "DIR",
            description = "Folder of the simulated fabric, with its file \"cables\".")
    private @Nullable Path fabric;

    @Option(
            names = "--rdma-host",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Which host of the simulated fabric this is.")
    private String host = "";

    @Option(
            names = "--rdma-suspect-after",
            paramLabel = "MS",
            defaultValue = "" + RdmaOptions.SUSPECT_AFTER_DEFAULT_MS,
            description = "Silence after which a link's traffic goes by UDP (default: 25).")
    private int suspectAfterMs = RdmaOptions.SUSPECT_AFTER_DEFAULT_MS;

    /**
     * What they say.
     *
     * @throws org.boltmesh.driver.MediaDriverException where they do not fit each other
     */
    RdmaOptions options() {
        return new RdmaOptions(
                provider,
                Optional.ofNullable(bind).orElse(InetAddress.getLoopbackAddress()),
                Optional.ofNullable(fabric),
                host,
                suspectAfterMs);
    }
}
