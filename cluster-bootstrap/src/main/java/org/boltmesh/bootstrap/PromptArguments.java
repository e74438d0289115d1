package org.boltmesh.bootstrap;

import java.util.List;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.template.ChatMessage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What a loaded model is given; one of these. */
final class PromptArguments {
    @Option(names = "--prompt", paramLabel = "TEXT", description = "Complete this text as it is.")
    private @Nullable String text;

    @Option(
            names = "--chat",
            paramLabel = "TEXT",
            description = "Answer this, by the model's chat template.")
    private @Nullable String chat;

    @Option(
            names = "--tokens",
            paramLabel = "IDS",
            split = ",",
            description = "Complete these tokens, as in 1,2,3.")
    private List<Integer> tokens = List.of();

    Prompt prompt(CommandLine command) {
        if (text != null) {
            return new Prompt.Text(text);
        }
        if (chat != null) {
            return new Prompt.Chat(List.of(new ChatMessage("user", chat)));
        }
        for (int token : tokens) {
            OptionRange.check(command, "--tokens", token, 0, Integer.MAX_VALUE);
        }
        return new Prompt.Tokens(tokens);
    }
}
