package org.boltmesh.bootstrap.gateway;

import java.util.List;
import org.boltmesh.actors.coordinator.AnswerRequest;

/**
 * What a client asks for, checked.
 *
 * @param shape how it asks and is answered
 * @param requests one for each choice of the reply, those of one prompt beside each other
 * @param promptCount different prompts
 * @param stops where answers end; none empty
 * @param topLogprobs likeliest tokens to report with each token; -1 where tokens are not reported
 * @param stream whether the reply comes in pieces
 * @param includeUsage whether the last piece tells the tokens
 */
record CompletionCall(
        Shape shape,
        List<AnswerRequest> requests,
        int promptCount,
        List<String> stops,
        int topLogprobs,
        boolean stream,
        boolean includeUsage) {
    /** Of the two calls that there are. */
    enum Shape {
        /** {@code /v1/chat/completions}. */
        CHAT("chatcmpl-", "chat.completion", "chat.completion.chunk"),
        /** {@code /v1/completions}. */
        TEXT("cmpl-", "text_completion", "text_completion");

        private final String idPrefix;
        private final String object;
        private final String chunkObject;

        Shape(String idPrefix, String object, String chunkObject) {
            this.idPrefix = idPrefix;
            this.object = object;
            this.chunkObject = chunkObject;
        }

        String idPrefix() {
            return idPrefix;
        }

        /** What {@code object} says in a whole reply. */
        String object() {
            return object;
        }

        /** What {@code object} says in a piece of one. */
        String chunkObject() {
            return chunkObject;
        }
    }

    CompletionCall {
        requests = List.copyOf(requests);
        stops = List.copyOf(stops);
    }

    String model() {
        return requests.getFirst().model();
    }

    boolean reportTokens() {
        return topLogprobs >= 0;
    }

    /** Whether a choice is the first one of its prompt. */
    boolean isFirstOfPrompt(int choice) {
        return requests.get(choice).choice() == 0;
    }
}
