package org.boltmesh.actors.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.MediaDriverServer;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.process.ServerOptions;

/** A media driver process for tests. Takes the options of the real command. */
public final class DriverMain {
    private DriverMain() {}

    public static void main(String[] arguments) throws IOException {
        List<String> options = List.of(arguments);
        var server =
                new ServerOptions(
                        Path.of(value(options, "--socket")),
                        options.contains("--private-folder"),
                        Duration.ofSeconds(number(options, "--unclaimed-exit")));
        var driver =
                MediaDriverOptions.in(Path.of(value(options, "--aeron-dir")))
                        .withMtu(number(options, "--mtu"))
                        .withTermLength(number(options, "--term-length"))
                        .withRdma(rdma(options));
        MediaDriverServer made =
                options.contains("--stand-by")
                        ? MediaDriverServer.standBy(server, driver)
                        : MediaDriverServer.listen(server, driver);
        System.exit(made.serve());
    }

    /** None, or that of a simulated fabric. */
    private static RdmaOptions rdma(List<String> options) {
        return options.contains("--rdma")
                ? RdmaOptions.simulated(
                                InetAddress.ofLiteral(value(options, "--rdma-bind")),
                                Path.of(value(options, "--rdma-fabric")),
                                value(options, "--rdma-host"))
                        .withSuspectAfter(number(options, "--rdma-suspect-after"))
                : RdmaOptions.OFF;
    }

    private static int number(List<String> options, String name) {
        return Integer.parseInt(value(options, name));
    }

    private static String value(List<String> options, String name) {
        return options.get(options.indexOf(name) + 1);
    }
}
