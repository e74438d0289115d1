package org.boltmesh.bootstrap;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.Prompt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code generate}: lets a loaded model write. */
@Command(
        name = "generate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Asks a model of a running node's cluster, and prints its answer as it comes.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the answer is complete",
            "1:there is none, or not all of it",
            "2:wrong usage",
            "130:ended by Ctrl-C"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar generate qwen3 --prompt \"Once upon a time\"",
            "  java -jar node.jar generate qwen3 --chat \"What colour is the sky?\" --json",
            "  java -jar node.jar generate qwen3 --tokens 413,352,44 --temperature 0.7 --seed 42"
        })
final class GenerateCommand implements Callable<Integer> {
    private static final int TOKENS_MAX = 1_000_000;

    @Spec private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The model's name, as in models.")
    private String name = "";

    @ArgGroup(multiplicity = "1")
    private PromptArguments prompt = new PromptArguments();

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            defaultValue = "128",
            description = "Most tokens to write (default: 128).")
    private int maxTokens;

    @Option(names = "--ignore-end", description = "Write on where the model would end its text.")
    private boolean ignoreEnd;

    @Mixin private SamplingArguments sampling = new SamplingArguments();

    @Mixin private NodeArguments node = new NodeArguments();

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        OptionRange.check(command, "--max-tokens", maxTokens, 1, TOKENS_MAX);
        Prompt given = prompt.prompt(command);
        var request =
                new AnswerRequest(name, given, sampling.options(command), maxTokens, 0, !ignoreEnd);
        var screen =
                new DemoScreen(
                        node.isJson() ? Optional.empty() : Optional.of(command.getOut()),
                        command.getErr());
        try (ControlClient client = node.connect()) {
            var answer = new GeneratedAnswer(name, screen);
            if (given instanceof Prompt.Text text) {
                screen.print(text.text());
            }
            AnswerEvent last = client.answer(request, answer::add);
            screen.print(System.lineSeparator());
            switch (last) {
                case AnswerEvent.Finished end ->
                        node.print(command.getOut(), answer.json(end), answer.speeds(end));
                case AnswerEvent.Failed failed -> throw new CommandException(failed.reason());
                case AnswerEvent.Begun _, AnswerEvent.Token _ ->
                        throw new IllegalStateException("an answer without an end");
            }
        }
        return 0;
    }
}
