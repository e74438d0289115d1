package org.boltmesh.bootstrap.gateway;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;
import org.boltmesh.shards.sampling.SamplingOptions;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the body of a call. Pure but for the seeds of requests without one. */
final class CallReader {
    /** Choices of one reply. */
    static final int CHOICES_MAX = 8;

    private static final int STOPS_MAX = 16;
    private static final int STOP_LENGTH_MAX = 1024;

    /** Where a client names none: for chats up to the end of the context. */
    private static final int CHAT_TOKENS_DEFAULT = Integer.MAX_VALUE;

    private static final int TEXT_TOKENS_DEFAULT = 16;
    private static final int NO_LOGPROBS = -1;

    private final Shape shape;
    private final JsonFields fields;
    private final RandomGenerator seeds;

    private CallReader(Shape shape, JsonFields fields, RandomGenerator seeds) {
        this.shape = shape;
        this.fields = fields;
        this.seeds = seeds;
    }

    /**
     * A call.
     *
     * @throws RefusalException for a body that is not served
     */
    static CompletionCall read(Shape shape, byte[] body, RandomGenerator seeds) {
        return read(shape, new JsonFields(object(body)), seeds);
    }

    static CompletionCall read(Shape shape, JsonFields fields, RandomGenerator seeds) {
        return new CallReader(shape, fields, seeds).read();
    }

    private static JsonNode object(byte[] body) {
        JsonNode node;
        try {
            node = JsonMapper.shared().readTree(new String(body, StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            throw notJson(e.getOriginalMessage());
        }
        if (!node.isObject()) {
            throw notJson("it is no object");
        }
        return node;
    }

    private static RefusalException notJson(String reason) {
        return new RefusalException(
                Refusal.request(
                        Refusal.BAD_REQUEST,
                        "invalid_json",
                        "the body is not a JSON object: " + reason));
    }

    private CompletionCall read() {
        UnsupportedFields.check(fields);
        String model = fields.string("model").orElseThrow(() -> PromptReader.missing("model"));
        int topLogprobs = topLogprobs();
        List<AnswerRequest> requests = new ArrayList<>();
        List<Prompt> prompts = prompts();
        SamplingOptions sampling =
                SamplingReader.read(fields, topLogprobs == 0 ? 1 : Math.max(0, topLogprobs), seeds);
        int n = fields.integer("n", 1, CHOICES_MAX / prompts.size()).orElse(1);
        int maxTokens = maxTokens();
        for (Prompt prompt : prompts) {
            for (int choice = 0; choice < n; choice++) {
                requests.add(new AnswerRequest(model, prompt, sampling, maxTokens, choice, true));
            }
        }
        boolean stream = fields.flag("stream");
        return new CompletionCall(
                shape,
                requests,
                prompts.size(),
                stops(),
                topLogprobs,
                stream,
                includeUsage(stream));
    }

    private List<Prompt> prompts() {
        return switch (shape) {
            case CHAT -> List.of(PromptReader.chat(fields));
            case TEXT -> PromptReader.texts(fields, CHOICES_MAX);
        };
    }

    /** Chats say whether and how many; the older call says both with one number. */
    private int topLogprobs() {
        return switch (shape) {
            case CHAT -> chatLogprobs();
            case TEXT ->
                    fields.integer("logprobs", 0, SamplingOptions.LOGPROBS_MAX).orElse(NO_LOGPROBS);
        };
    }

    private int chatLogprobs() {
        boolean wanted = fields.flag("logprobs");
        Optional<Integer> top = fields.integer("top_logprobs", 0, SamplingOptions.LOGPROBS_MAX);
        if (!wanted && top.orElse(0) > 0) {
            throw new RefusalException(
                    Refusal.field("top_logprobs", "top_logprobs wants logprobs to be true"));
        }
        return wanted ? top.orElse(0) : NO_LOGPROBS;
    }

    private int maxTokens() {
        Optional<Integer> newer =
                shape == Shape.CHAT
                        ? fields.integer("max_completion_tokens", 1, Integer.MAX_VALUE)
                        : Optional.empty();
        return newer.or(() -> fields.integer("max_tokens", 1, Integer.MAX_VALUE))
                .orElse(shape == Shape.CHAT ? CHAT_TOKENS_DEFAULT : TEXT_TOKENS_DEFAULT);
    }

    private List<String> stops() {
        Optional<JsonNode> stop = fields.field("stop");
        if (stop.isEmpty()) {
            return List.of();
        }
        List<JsonNode> nodes =
                stop.get().isArray()
                        ? JsonFields.elements("stop", stop.get(), STOPS_MAX)
                        : List.of(stop.get());
        return nodes.stream().map(CallReader::stop).toList();
    }

    private static String stop(JsonNode node) {
        String text = JsonFields.text("stop", node);
        boolean isWhole = text.codePoints().noneMatch(CallReader::isHalf);
        if (text.isEmpty() || text.length() > STOP_LENGTH_MAX || !isWhole) {
            throw JsonFields.wrong(
                    "stop", node, "texts of 1 to %d characters".formatted(STOP_LENGTH_MAX));
        }
        return text;
    }

    private static boolean isHalf(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private boolean includeUsage(boolean stream) {
        Optional<JsonNode> options = fields.field("stream_options");
        if (options.isEmpty()) {
            return false;
        }
        if (!stream || !options.get().isObject()) {
            throw JsonFields.wrong(
                    "stream_options", options.get(), "an object, and stream to be true");
        }
        return new JsonFields(options.get()).flag("include_usage");
    }
}
