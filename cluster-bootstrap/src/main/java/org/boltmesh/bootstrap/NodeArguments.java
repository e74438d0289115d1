package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.settings.SettingsLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** Options of commands that ask a running node: which one, and how they print. */
final class NodeArguments {
    @ArgGroup private Place place = new Place();

    @Option(
            names = "--json",
            description = "Print one JSON object on standard output, everything else on the other.")
    private boolean json;

    /** Two ways to say the same. */
    static class Place {
        @Option(
                names = "--config",
                paramLabel = "FILE",
                description = "Ask the node that runs with this file; default: the one without.")
        private @Nullable Path config;

        @Option(
                names = "--data-folder",
                paramLabel = "DIR",
                description = "Ask the node that runs with this data folder.")
        private @Nullable Path dataFolder;

        Path dataFolder() {
            if (dataFolder != null) {
                return dataFolder.toAbsolutePath().normalize();
            }
            return (config == null ? SettingsLoader.defaults() : SettingsLoader.load(config))
                    .dataFolder();
        }
    }

    /** A connection to the node. */
    ControlClient connect() throws InterruptedException {
        return ControlClient.connect(place.dataFolder());
    }

    boolean isJson() {
        return json;
    }

    /** Prints the result, in the form that is wanted. */
    void print(PrintWriter out, Map<String, Object> fields, String text) {
        out.print(
                json
                        ? JsonMapper.shared().writeValueAsString(fields) + System.lineSeparator()
                        : text);
        out.flush();
    }
}
