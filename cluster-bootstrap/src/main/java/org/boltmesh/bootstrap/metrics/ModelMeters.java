package org.boltmesh.bootstrap.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.boltmesh.shards.engine.GenerationTimes;

/** What is counted of one model's answers on this node. Thread-safe. */
final class ModelMeters {
    private static final String MODEL = "model";
    private static final double NS_PER_SECOND = 1e9;
    private static final Duration[] FIRST_TOKEN_BUCKETS = {
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(120)
    };
    private static final Duration[] STEP_BUCKETS = {
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5)
    };

    private final Map<Outcome, Counter> requests = new EnumMap<>(Outcome.class);
    private final Counter promptTokens;
    private final Counter generatedTokens;
    private final Counter prefillTokens;
    private final Counter prefillSeconds;
    private final Counter decodeTokens;
    private final Counter decodeSeconds;
    private final Timer step;
    private final Timer firstToken;

    /** Registers the meters of a model. */
    ModelMeters(MeterRegistry registry, String model) {
        for (Outcome outcome : Outcome.values()) {
            requests.put(
                    outcome,
                    Counter.builder("boltmesh.requests")
                            .description("Calls for answers that came to this node, as they ended")
                            .tags(MODEL, model, "outcome", outcome.label())
                            .register(registry));
        }
        promptTokens = counter(registry, model, "prompt.tokens", "Tokens of prompts");
        generatedTokens = counter(registry, model, "generated.tokens", "Tokens of answers");
        prefillTokens =
                counter(
                        registry,
                        model,
                        "prefill.tokens",
                        "Tokens of prompts that the model computed, of answers that it ended");
        prefillSeconds =
                counter(registry, model, "prefill.seconds", "What boltmesh_prefill_tokens took");
        decodeTokens =
                counter(
                        registry,
                        model,
                        "decode.tokens",
                        "Tokens after the first that the model computed, of answers that it ended");
        decodeSeconds =
                counter(registry, model, "decode.seconds", "What boltmesh_decode_tokens took");
        step =
                Timer.builder("boltmesh.step")
                        .description("A step that adds a token: the mean of each ended answer")
                        .tags(MODEL, model)
                        .serviceLevelObjectives(STEP_BUCKETS)
                        .register(registry);
        firstToken =
                Timer.builder("boltmesh.time.to.first.token")
                        .description("From a call to the first token of its answer")
                        .tags(MODEL, model)
                        .serviceLevelObjectives(FIRST_TOKEN_BUCKETS)
                        .register(registry);
    }

    private static Counter counter(
            MeterRegistry registry, String model, String name, String description) {
        return Counter.builder("boltmesh." + name)
                .description(description)
                .tags(MODEL, model)
                .register(registry);
    }

    void ended(Outcome outcome) {
        Objects.requireNonNull(requests.get(outcome), "the constructor puts each").increment();
    }

    void prompt(int tokens) {
        promptTokens.increment(tokens);
    }

    void token() {
        generatedTokens.increment();
    }

    void firstToken(long waitedNs) {
        firstToken.record(Duration.ofNanos(waitedNs));
    }

    void times(GenerationTimes times) {
        prefillTokens.increment(times.prefillTokens());
        prefillSeconds.increment(times.prefillNs() / NS_PER_SECOND);
        decodeTokens.increment(times.decodedTokens());
        decodeSeconds.increment(times.decodeNs() / NS_PER_SECOND);
        if (times.decodedTokens() > 0) {
            step.record(Duration.ofNanos(times.decodeNs() / times.decodedTokens()));
        }
    }
}
