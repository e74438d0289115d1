package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.boltmesh.shards.library.EngineInstaller;
import org.boltmesh.shards.library.GgmlCandidate;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.library.InstallException;
import org.boltmesh.shards.library.InstallReport;
import org.boltmesh.shards.library.NpmPack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code engine install}: fetches current ggml libraries, which replace the bundled ones. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        description = {
            "Fetches current ggml libraries for this machine with npm and installs them.",
            "Without them the older ones inside node.jar are used."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the libraries are installed",
            "1:nothing was installed",
            "2:wrong usage"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar engine install",
            "  java -jar node.jar engine install --from node-llama-cpp-linux-x64-3.22.1.tgz",
            "  java -jar node.jar engine install --json"
        })
public final class EngineInstallCommand implements Callable<Integer> {
    private static final int FAILED = 1;

    private final Consumer<GgmlCandidate> selfTest;
    private final NpmPack npm;

    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "Install this .tgz, made by npm pack on another machine.")
    private @Nullable Path from;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "Our own folder; default: BOLTMESH_HOME, else ~/.boltmesh.")
    private @Nullable Path home;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    /**
     * @param selfTest loads libraries before they are put in place; throws {@link
     *     GgmlUnavailableException} if they do not work
     */
    public EngineInstallCommand(Consumer<GgmlCandidate> selfTest) {
        this(selfTest, NpmPack.current());
    }

    EngineInstallCommand(Consumer<GgmlCandidate> selfTest, NpmPack npm) {
        this.selfTest = selfTest;
        this.npm = npm;
    }

    @Override
    public Integer call() {
        try {
            say(install());
            return 0;
        } catch (InstallException | GgmlUnavailableException e) {
            return fail(String.valueOf(e.getMessage()));
        }
    }

    private InstallReport install() {
        try (InstallProgressBar progress = new InstallProgressBar(err())) {
            EngineInstaller installer = new EngineInstaller(environment(), npm, selfTest, progress);
            return Optional.ofNullable(from)
                    .map(installer::installFrom)
                    .orElseGet(installer::install);
        }
    }

    private GgmlEnvironment environment() {
        GgmlEnvironment current = GgmlEnvironment.current();
        return Optional.ofNullable(home).map(current::withHome).orElse(current);
    }

    private void say(InstallReport report) {
        if (json) {
            print(description(report));
            return;
        }
        out().printf(
                        "%s %s in %s (%,d bytes)%n",
                        report.npmPackage().specification(),
                        report.isNew() ? "is installed" : "was there already",
                        report.ggml().folder(),
                        report.sizeBytes());
        out().flush();
    }

    private static Map<String, Object> description(InstallReport report) {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("installed", true);
        description.put("new", report.isNew());
        description.put("package", report.npmPackage().name());
        description.put("version", report.npmPackage().version());
        description.put("folder", report.ggml().folder().toString());
        description.put(
                "libraries", report.ggml().libraries().stream().map(Path::toString).toList());
        description.put("bytes", report.sizeBytes());
        return description;
    }

    private int fail(String sentence) {
        err().println("engine install: " + sentence);
        err().flush();
        if (json) {
            print(Map.of("installed", false, "error", sentence));
        }
        return FAILED;
    }

    private void print(Map<String, Object> object) {
        out().println(JsonMapper.shared().writeValueAsString(object));
        out().flush();
    }

    private PrintWriter out() {
        return command().commandLine().getOut();
    }

    private PrintWriter err() {
        return command().commandLine().getErr();
    }

    private CommandSpec command() {
        return Objects.requireNonNull(spec, "picocli sets it");
    }
}
