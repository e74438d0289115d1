package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.boltmesh.process.FrameException;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.sampling.TokenLogprob;
import org.boltmesh.shards.template.ChatMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineJsonTest {
    private static final int MUTATIONS = 20_000;

    static Stream<EngineRequest> requests() {
        return Stream.of(
                Requests.load("/models/a \"b\".gguf"),
                new EngineRequest.Load(
                        2, "b", new LayerRange(3, 7, false, true), LoadOptions.DEFAULT),
                new EngineRequest.JoinPipeline(
                        7,
                        new StageRole(1L << 40, 1, 3, new PipelineLimits(100, 8, 64)),
                        new PipelineAddresses(
                                List.of("a", "b"),
                                List.of("c", "d"),
                                List.of("e", "f"),
                                List.of("g", "h")),
                        new PipelineTimes(1, 2)),
                new EngineRequest.Tokenize(3, "Öl \ud83d\ude00 \u0000", true, false),
                new EngineRequest.TokenizeChat(3, List.of(new ChatMessage("user", "Hi")), true),
                Requests.generate(4, List.of(1, 2, 3), 10),
                new EngineRequest.Generate(5, List.of(1), allOptions(), 3, 1, true),
                new EngineRequest.Cancel(4),
                new EngineRequest.MoveChannels("/dev/shm/driver-2"),
                new EngineRequest.Ping(),
                new EngineRequest.Shutdown());
    }

    private static SamplingOptions allOptions() {
        return SamplingOptions.builder()
                .temperature(0.7)
                .logitBias(Map.of(3, Float.NEGATIVE_INFINITY, 4, 1.5f))
                .seed(Long.MIN_VALUE)
                .logprobs(5)
                .build();
    }

    static Stream<EngineEvent> events() {
        return Stream.of(
                new EngineEvent.Hello(1, 4711),
                new EngineEvent.LoadProgress(1, 10, 1L << 40),
                new EngineEvent.Joined(7, 1L << 40),
                new EngineEvent.Tokenized(3, List.of(1, 2)),
                new EngineEvent.Token(4, 0, 17, List.of()),
                new EngineEvent.Token(4, 1, 17, List.of(new TokenLogprob(17, -0.25))),
                new EngineEvent.Finished(
                        4, FinishReason.STOP, 3, 1, new GenerationTimes(3, 5, 1, 7)),
                new EngineEvent.Failed(OptionalLong.of(4), FailureCode.QUEUE_FULL, "full"),
                new EngineEvent.Failed(OptionalLong.empty(), FailureCode.BUSY, "busy"),
                new EngineEvent.Heartbeat(1, 2, 3, 4));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void shouldReadRequestsItWrote(EngineRequest request) throws FrameException {
        assertThat(EngineJson.request(EngineJson.encode(request))).isEqualTo(request);
    }

    @ParameterizedTest
    @MethodSource("events")
    void shouldReadEventsItWrote(EngineEvent event) throws FrameException {
        assertThat(EngineJson.event(EngineJson.encode(event))).isEqualTo(event);
    }

    @Test
    void shouldReadTheVocabularyItWrote() throws FrameException {
        var shard = new FakeRunner(10, 1, 4).info();
        var event = new EngineEvent.Loaded(1, shard, FakeLoader.vocabulary());
        assertThat(EngineJson.event(EngineJson.encode(event)))
                .usingRecursiveComparison()
                .isEqualTo(event);
    }

    @Test
    void shouldNameRequestsByWordsWithDashes() {
        assertThat(new String(EngineJson.encode(new EngineRequest.Ping()), StandardCharsets.UTF_8))
                .isEqualTo("{\"type\":\"ping\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"type\":\"ping\"",
                "{\"type\":\"ping\"} {}",
                "{\"type\":\"explode\"}",
                "{\"type\":\"cancel\"}",
                "{\"type\":\"cancel\",\"requestId\":null}",
                "{\"type\":\"cancel\",\"requestId\":\"x\"}",
                "{\"type\":\"tokenize\",\"requestId\":1,\"text\":null,\"addSpecial\":true,\"parseSpecial\":true}",
                "{\"type\":\"generate\",\"requestId\":1,\"prompt\":[null],\"sampling\":{},\"maxTokens\":1,\"choice\":0,\"stopOnEnd\":true}",
                "{\"type\":\"load\",\"requestId\":1,\"model\":\"m\",\"layers\":{\"first\":3,\"last\":2}}",
                "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
            })
    void shouldRefuseWhatIsNoRequest(String json) {
        assertThatThrownBy(() -> EngineJson.request(json.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(FrameException.class)
                .hasMessageContaining("is no engine request");
    }

    @Test
    void shouldSurviveMutations() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<byte[]> frames = requests().map(EngineJson::encode).toList();
        int refused = 0;
        for (int round = 0; round < MUTATIONS; round++) {
            byte[] frame = frames.get(random.nextInt(frames.size())).clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                frame[random.nextInt(frame.length)] = (byte) random.nextInt(256);
            }
            refused += isRefused(frame) ? 1 : 0;
        }
        assertThat(refused).isBetween(1, MUTATIONS);
    }

    private static boolean isRefused(byte[] frame) {
        try {
            assertThat(EngineJson.request(frame)).isNotNull();
            return false;
        } catch (FrameException e) {
            assertThat(e.getMessage()).hasSizeLessThan(400);
            return true;
        }
    }
}
