package org.boltmesh.shards.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.boltmesh.process.ServerOptions;

/** An engine process with made-up models, for tests. Takes the options of the real one. */
final class FakeEngineMain {
    private FakeEngineMain() {}

    public static void main(String[] arguments) throws IOException {
        List<String> options = List.of(arguments);
        var serverOptions =
                new ServerOptions(
                        Path.of(value(options, "--socket")),
                        options.contains("--private-folder"),
                        Duration.ofSeconds(Long.parseLong(value(options, "--unclaimed-exit"))));
        System.exit(EngineServer.listen(serverOptions, new FakeLoader()).serve());
    }

    private static String value(List<String> options, String name) {
        return options.get(options.indexOf(name) + 1);
    }
}
