package org.boltmesh.actors.shard;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.engine.EngineLaunch;
import org.boltmesh.shards.engine.EngineProcess;

/**
 * Engines in child processes.
 *
 * @param command what runs the command {@code engine}; its options follow
 * @param home folder for what engines keep
 * @param logFolder for a log per name, {@code engine-NAME.log}, which is appended to
 * @param aeronDirectory of the media driver that connects them, until they are told another
 * @param unclaimedExit how long one lives when this process is gone
 */
public record ProcessEngines(
        List<String> command,
        Path home,
        Path logFolder,
        Path aeronDirectory,
        Duration unclaimedExit)
        implements EngineStarter {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    public ProcessEngines {
        command = List.copyOf(command);
    }

    @Override
    public EngineHandle start(String name) {
        return new Engine(EngineProcess.start(launch(name)));
    }

    private EngineLaunch launch(String name) {
        return new EngineLaunch(command, home, log(name), unclaimedExit, START_TIMEOUT)
                .withAeronDirectory(aeronDirectory);
    }

    /** Models may be named as no file can be. */
    Path log(String name) {
        return logFolder.resolve("engine-" + name.replaceAll("[^A-Za-z0-9._-]", "_") + ".log");
    }

    private record Engine(EngineProcess process) implements EngineHandle {
        @Override
        public EngineClient client() {
            return process.client();
        }

        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public CompletableFuture<EngineException> loss() {
            return process.client().loss();
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
