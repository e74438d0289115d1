package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.boltmesh.shards.engine.GgmlOpener;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code engine self-test}: opens ggml in a process of its own, which may crash over it. */
@Command(
        name = "self-test",
        mixinStandardHelpOptions = true,
        description = "Opens the ggml library, checks it, and prints what it can compute on.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar engine self-test",
            "  java -jar node.jar engine self-test --ggml /opt/ggml/lib"
        })
final class EngineSelfTestCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = "--ggml",
            paramLabel = "FOLDER",
            description = "Folder of the library; default: the one that engines would use.")
    private @Nullable Path folder;

    @Override
    public Integer call() {
        PrintWriter out = Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut();
        GgmlEnvironment current = GgmlEnvironment.current();
        var library =
                GgmlOpener.open(
                        Optional.ofNullable(folder).map(current::withConfigured).orElse(current));
        library.devices().forEach(out::println);
        return 0;
    }
}
