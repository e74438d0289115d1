package org.boltmesh.actors.shard;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.boltmesh.actors.transport.AeronChannels;
import org.boltmesh.process.ServerOptions;
import org.boltmesh.shards.engine.EngineServer;
import org.boltmesh.shards.engine.GgufModelLoader;
import org.boltmesh.shards.library.GgmlEnvironment;

/** An engine process for tests. Takes the options of the real command. */
final class EngineMain {
    private EngineMain() {}

    public static void main(String[] arguments) throws IOException {
        List<String> options = List.of(arguments);
        var server =
                new ServerOptions(
                        Path.of(value(options, "--socket")),
                        options.contains("--private-folder"),
                        Duration.ofSeconds(Long.parseLong(value(options, "--unclaimed-exit"))));
        var loader =
                new GgufModelLoader(
                        GgmlEnvironment.current().withHome(Path.of(value(options, "--home"))));
        try (var channels = new AeronChannels(Path.of(value(options, "--aeron-dir")))) {
            System.exit(EngineServer.listen(server, loader, channels).serve());
        }
    }

    private static String value(List<String> options, String name) {
        return options.get(options.indexOf(name) + 1);
    }
}
