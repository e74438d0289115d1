package org.boltmesh.bootstrap;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code run}: a node, until it is told to stop. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a node: it joins the others by its seed-nodes, for as long as that takes, and",
            "leaves them on SIGTERM or Ctrl-C. It logs readable lines here, and everything in",
            "logs/node.log of its data folder; a logback.xml beside FILE changes that."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was told to stop, and left in order",
            "1:it could not start, or ended by itself",
            "2:wrong usage"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar run",
            "  java -jar node.jar run --config config/node.conf",
            "  java -jar node.jar run --config config/two-nodes/node-1.conf"
        })
final class RunCommand implements Callable<Integer> {
    @Mixin private RunArguments arguments = new RunArguments();

    @Override
    public Integer call() throws InterruptedException {
        return arguments.run();
    }
}
