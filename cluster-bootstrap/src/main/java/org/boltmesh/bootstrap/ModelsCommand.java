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

/** {@code models}: what a cluster serves. */
@Command(
        name = "models",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows the models of a running node's cluster, and where their layers are.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the cluster answered", "1:it did not", "2:wrong usage"},
        footerHeading = "%nExamples:%n",
        footer = {"  java -jar node.jar models", "  java -jar node.jar models --json"})
final class ModelsCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Mixin private NodeArguments node = new NodeArguments();

    @Override
    public Integer call() throws InterruptedException {
        try (ControlClient client = node.connect()) {
            ClusterState state = client.state();
            node.print(
                    Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut(),
                    StateJson.models(state),
                    StateText.models(state.models()));
        }
        return 0;
    }
}
