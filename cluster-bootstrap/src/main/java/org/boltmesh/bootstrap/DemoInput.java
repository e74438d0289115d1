package org.boltmesh.bootstrap;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the model is given: a text to complete or something to answer. */
final class DemoInput {
    private static final String BEGINNING = "Once upon a time, there was a little fox named Pip";

    @Option(
            names = "--prompt",
            paramLabel = "TEXT",
            description = "Complete this text as it is; default: the beginning of a story.")
    private @Nullable String prompt;

    @Option(
            names = "--chat",
            paramLabel = "TEXT",
            description = "Answer this, by the model's chat template.")
    private @Nullable String chat;

    boolean isChat() {
        return chat != null;
    }

    String text() {
        if (chat != null) {
            return chat;
        }
        return prompt != null ? prompt : BEGINNING;
    }
}
