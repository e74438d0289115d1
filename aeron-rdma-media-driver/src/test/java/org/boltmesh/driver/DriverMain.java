package org.boltmesh.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.boltmesh.process.ServerOptions;

/** A media driver process for tests. Takes the options of the real command. */
final class DriverMain {
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
                        .withTermLength(number(options, "--term-length"));
        MediaDriverServer made =
                options.contains("--stand-by")
                        ? MediaDriverServer.standBy(server, driver)
                        : MediaDriverServer.listen(server, driver);
        System.exit(made.serve());
    }

    private static int number(List<String> options, String name) {
        return Integer.parseInt(value(options, name));
    }

    private static String value(List<String> options, String name) {
        return options.get(options.indexOf(name) + 1);
    }
}
