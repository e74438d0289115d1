package org.boltmesh.bootstrap;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.boltmesh.actors.control.ControlClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code unload}: takes a model out of service. */
@Command(
        name = "unload",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Unloads a model from a running node's cluster; its answers end.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the model is gone", "1:it is not", "2:wrong usage"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar unload qwen3",
            "  java -jar node.jar unload qwen3 --config config/two-nodes/node-1.conf"
        })
final class UnloadCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The model's name, as in models.")
    private String name = "";

    @Mixin private NodeArguments node = new NodeArguments();

    @Override
    public Integer call() throws InterruptedException {
        try (ControlClient client = node.connect()) {
            Optional<String> refusal = client.unload(name);
            if (refusal.isPresent()) {
                throw new CommandException(refusal.get());
            }
            node.print(
                    Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut(),
                    Map.of("unloaded", name),
                    name + " is unloaded" + System.lineSeparator());
        }
        return 0;
    }
}
