package org.boltmesh.shards.engine;

import java.util.List;
import java.util.Optional;
import org.boltmesh.shards.engine.EngineRequest.Generate;
import org.boltmesh.shards.model.ShardInfo;

/** Whether a loaded model can take a request; says what is wrong with it otherwise. */
final class GenerateCheck {
    private GenerateCheck() {}

    /** What is wrong; empty when nothing is. */
    static Optional<String> problem(Generate request, ShardInfo shard) {
        List<Integer> prompt = request.prompt();
        if (prompt.isEmpty()) {
            return Optional.of("the prompt has 0 tokens, want at least 1");
        }
        if (prompt.size() > shard.contextMax()) {
            return Optional.of(
                    "the prompt has %d tokens, want at most the context of %d; shorten it, or load the model with a larger context where it was trained for more"
                            .formatted(prompt.size(), shard.contextMax()));
        }
        if (request.maxTokens() < 1) {
            return Optional.of("max tokens %d, want at least 1".formatted(request.maxTokens()));
        }
        if (request.choice() < 0) {
            return Optional.of("choice %d, want at least 0".formatted(request.choice()));
        }
        if (request.answeredCount() < 0 || request.answeredCount() >= prompt.size()) {
            return Optional.of(
                    "%d answered tokens, want 0 to one less than the %d of the prompt"
                            .formatted(request.answeredCount(), prompt.size()));
        }
        return unknownToken(prompt, shard.vocabularySize());
    }

    private static Optional<String> unknownToken(List<Integer> prompt, int vocabularySize) {
        for (int index = 0; index < prompt.size(); index++) {
            int token = prompt.get(index);
            if (token < 0 || token >= vocabularySize) {
                return Optional.of(
                        "token %d of the prompt is id %d, want 0 to %d"
                                .formatted(index, token, vocabularySize - 1));
            }
        }
        return Optional.empty();
    }
}
