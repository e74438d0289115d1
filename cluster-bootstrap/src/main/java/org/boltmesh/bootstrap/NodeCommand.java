package org.boltmesh.bootstrap;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** node.jar without a command: runs a node. */
@Command(
        name = "node.jar",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        description = {
            "Boltmesh: a few Macs as one machine for large language models.",
            "Without a command it runs a node, as run does."
        },
        synopsisSubcommandLabel = "[COMMAND]",
        subcommands = {
            RunCommand.class,
            DemoCommand.class,
            StatusCommand.class,
            ModelsCommand.class,
            LoadCommand.class,
            UnloadCommand.class,
            GenerateCommand.class,
            ChatCommand.class,
            DoctorCommand.class,
            BenchCommand.class,
            VersionCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:the command failed", "2:wrong usage"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar",
            "  java -jar node.jar run --config config/two-nodes/node-1.conf",
            "  java -jar node.jar demo --chat \"Tell me a story about a fox.\"",
            "  java -jar node.jar load --help"
        })
final class NodeCommand implements Callable<Integer> {
    @Mixin private RunArguments arguments = new RunArguments();

    @Override
    public Integer call() throws InterruptedException {
        return arguments.run();
    }
}
