package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.library.GgmlLoader;
import org.boltmesh.shards.library.GgmlLocator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code version}: what runs here. */
@Command(
        name = "version",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        description = "Prints the versions of Boltmesh and Java, and which ggml would be used.",
        footerHeading = "%nExamples:%n",
        footer = {"  java -jar node.jar version", "  java -jar node.jar version --json"})
final class VersionCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut();
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("boltmesh", version());
        versions.put("java", Runtime.version() + " in " + System.getProperty("java.home"));
        versions.put("ggml", ggml());
        if (json) {
            out.println(JsonMapper.shared().writeValueAsString(versions));
        } else {
            versions.forEach((name, value) -> out.println(name + " " + value));
        }
        out.flush();
        return 0;
    }

    /** From the manifest; a build that is not packed has none. */
    private static String version() {
        return Optional.ofNullable(VersionCommand.class.getPackage().getImplementationVersion())
                .orElse("(unpacked)");
    }

    private static String ggml() {
        try {
            var locator = new GgmlLocator(GgmlEnvironment.current());
            return GgmlLoader.open(locator, candidate -> candidate).toString();
        } catch (GgmlUnavailableException e) {
            return "none: " + e.getMessage();
        }
    }

    /** For the option {@code --version}. */
    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"boltmesh " + version()};
        }
    }
}
