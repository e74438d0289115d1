package org.boltmesh.bootstrap;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.sampling.SamplingOptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A model with prompts and what another engine made of them, of the data beside the project.
 *
 * @param name what the cluster calls it
 * @param layers how many it has
 */
record ClusterGoldens(String name, int layers, String modelFile, String goldenFile) {
    static final ClusterGoldens STORIES =
            new ClusterGoldens(
                    "stories",
                    5,
                    "models/stories260K/stories260K-f32.gguf",
                    "models/stories260K/golden.json");
    static final ClusterGoldens TINY_STORIES =
            new ClusterGoldens(
                    "tiny-stories",
                    2,
                    "models/TinyStories-656K/tinystories-656k-f32.gguf",
                    "models/TinyStories-656K/golden.json");
    static final ClusterGoldens TINY_QWEN3 =
            new ClusterGoldens(
                    "tiny-qwen3",
                    3,
                    "models/tiny-qwen3/model.gguf",
                    "models/tiny-qwen3/golden.json");
    static final ClusterGoldens TALES_LLAMA =
            new ClusterGoldens(
                    "tales-llama",
                    4,
                    "tales/models/tales-llama-f32.gguf",
                    "tales/golden/tales-llama-f32.json");
    static final ClusterGoldens TALES_QWEN3 =
            new ClusterGoldens(
                    "tales-qwen3",
                    5,
                    "tales/models/tales-qwen3-f32.gguf",
                    "tales/golden/tales-qwen3-f32.json");

    /** A prompt and its greedy continuation. */
    record Golden(List<Integer> prompt, List<Integer> greedy) {
        /** The same with the first tokens of the continuation as part of the prompt. */
        Golden lengthened(int count) {
            List<Integer> longer = new ArrayList<>(prompt);
            longer.addAll(greedy.subList(0, count));
            return new Golden(longer, greedy.subList(count, greedy.size()));
        }

        /** The same, ended after so many tokens. */
        Golden cut(int count) {
            return new Golden(prompt, greedy.subList(0, Math.min(count, greedy.size())));
        }

        AnswerRequest request(String model) {
            return new AnswerRequest(
                    model,
                    new Prompt.Tokens(prompt),
                    SamplingOptions.greedy(),
                    greedy.size(),
                    0,
                    false);
        }
    }

    /** Skips aloud where the data is missing. */
    static Path require(String relative) {
        Path path =
                Path.of(System.getProperty("boltmesh.root", ".."))
                        .resolve("../shared")
                        .resolve(relative)
                        .toAbsolutePath()
                        .normalize();
        if (!Files.exists(path)) {
            System.err.println("SKIPPED: no test data at " + path);
            abort("no test data at " + path);
        }
        return path;
    }

    Path file() {
        return require(modelFile);
    }

    /** The model on these nodes, exact: F32 weights and cache. */
    ModelSpec spec(int microBatch, List<String> nodes) {
        return spec(name, microBatch, nodes);
    }

    ModelSpec spec(String called, int microBatch, List<String> nodes) {
        return new ModelSpec(called, file().toString(), 0, nodes, KvType.F32, microBatch, 8);
    }

    List<Golden> goldens() {
        JsonNode root = JsonMapper.shared().readTree(require(goldenFile));
        List<Golden> goldens = new ArrayList<>();
        for (JsonNode node : root.isArray() ? root : root.get("prompts")) {
            goldens.add(new Golden(ids(node.get("prompt_ids")), ids(node.get("greedy_ids"))));
        }
        return goldens;
    }

    private static List<Integer> ids(JsonNode node) {
        return node.valueStream().map(JsonNode::asInt).toList();
    }
}
