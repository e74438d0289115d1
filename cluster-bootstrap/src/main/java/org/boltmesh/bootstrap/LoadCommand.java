package org.boltmesh.bootstrap;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code load}: puts a model into service. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Loads a model into a running node's cluster, and shows where its layers are.",
            "Ctrl-C ends the waiting, not the loading; see models and unload."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the model answers",
            "1:it does not, and nothing is left of it",
            "2:wrong usage",
            "130:ended by Ctrl-C"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar load qwen3 --file models/qwen3-8b-q4_k_m.gguf",
            "  java -jar node.jar load qwen3 --file qwen3.gguf --nodes mac-1,mac-2 --context 8192"
        })
final class LoadCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Mixin private LoadArguments model = new LoadArguments();

    @Mixin private NodeArguments node = new NodeArguments();

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        ModelSpec wanted = model.spec(command);
        try (ControlClient client = node.connect();
                var screen = new LoadScreen(command.getErr())) {
            ModelStatus loaded = load(client, wanted, screen);
            node.print(command.getOut(), StateJson.model(loaded), StateText.plan(loaded));
        }
        return 0;
    }

    private static ModelStatus load(ControlClient client, ModelSpec wanted, LoadScreen screen)
            throws InterruptedException {
        LoadEvent last = client.load(wanted, screen::show);
        screen.close();
        return switch (last) {
            case LoadEvent.Done done -> done.model();
            case LoadEvent.Progress progress -> progress.model();
            case LoadEvent.Refused refused -> throw new CommandException(refused.reason());
        };
    }
}
