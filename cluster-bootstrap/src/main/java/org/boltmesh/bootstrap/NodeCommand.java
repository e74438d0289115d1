package org.boltmesh.bootstrap;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** node.jar without a command. */
@Command(
        name = "node.jar",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        description = "Boltmesh: a few Macs as one machine for large language models.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DemoCommand.class, VersionCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:the command failed", "2:wrong usage"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar demo",
            "  java -jar node.jar demo --chat \"Tell me a story about a fox.\"",
            "  java -jar node.jar demo --help"
        })
final class NodeCommand implements Callable<Integer> {
    private static final int EXIT_USAGE = 2;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        var command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        command.usage(command.getErr());
        return EXIT_USAGE;
    }
}
