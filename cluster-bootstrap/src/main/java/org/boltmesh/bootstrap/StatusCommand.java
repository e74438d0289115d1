package org.boltmesh.bootstrap;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.ClusterState;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code status}: what a cluster is and serves. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows the nodes of a running node's cluster, and its models.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the cluster answered", "1:it did not", "2:wrong usage"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar status",
            "  java -jar node.jar status --config config/two-nodes/node-1.conf --json"
        })
final class StatusCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Mixin private NodeArguments node = new NodeArguments();

    @Override
    public Integer call() throws InterruptedException {
        try (ControlClient client = node.connect()) {
            ClusterState state = client.state();
            node.print(
                    Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut(),
                    StateJson.cluster(state),
                    StateText.nodes(state.nodes())
                            + LinkText.links(state.nodes())
                            + System.lineSeparator()
                            + StateText.models(state.models()));
        }
        return 0;
    }
}
