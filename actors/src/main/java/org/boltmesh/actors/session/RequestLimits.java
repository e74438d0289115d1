package org.boltmesh.actors.session;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.Prompt;

/** What fits the messages between nodes: more is refused here, before it is lost on the way. */
final class RequestLimits {
    /** Of one text; a message takes 128 KiB. */
    static final int TEXT_MAX_BYTES = 120 * 1024;

    /** Of all that a request holds; a message takes 240 KiB. */
    static final int REQUEST_MAX_BYTES = 200 * 1024;

    /** A token and its type. */
    private static final int TOKEN_BYTES = 4;

    private RequestLimits() {}

    /**
     * Why a request cannot travel.
     *
     * @param answeredCount tokens of its answer that go with it
     */
    static Optional<String> problem(AnswerRequest request, int answeredCount) {
        long longest = texts(request.prompt()).mapToLong(Long::longValue).max().orElse(0);
        if (longest > TEXT_MAX_BYTES) {
            return Optional.of(
                    "a text of the prompt has %,d bytes, want at most %,d"
                            .formatted(longest, TEXT_MAX_BYTES));
        }
        long all = lengthBytes(request.prompt()) + (long) TOKEN_BYTES * answeredCount;
        return all > REQUEST_MAX_BYTES
                ? Optional.of(
                        "prompt and answer so far take %,d bytes, want at most %,d"
                                .formatted(all, REQUEST_MAX_BYTES))
                : Optional.empty();
    }

    private static long lengthBytes(Prompt prompt) {
        return prompt instanceof Prompt.Tokens tokens
                ? (long) TOKEN_BYTES * tokens.ids().size()
                : texts(prompt).mapToLong(Long::longValue).sum();
    }

    private static Stream<Long> texts(Prompt prompt) {
        return switch (prompt) {
            case Prompt.Text text -> Stream.of(utf8(text.text()));
            case Prompt.Chat chat ->
                    chat.messages().stream().map(message -> utf8(message.content()));
            case Prompt.Tokens _ -> Stream.empty();
        };
    }

    private static long utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
