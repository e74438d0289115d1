package org.boltmesh.shards.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.SharedData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A prompt with what another engine made of it.
 *
 * @param promptIds prompt
 * @param greedyIds greedy continuation
 * @param logits at the prompt's last position
 */
public record Golden(List<Integer> promptIds, List<Integer> greedyIds, List<Double> logits) {
    /** Reads a golden file; skips aloud where it is missing. */
    public static List<Golden> read(String relative) {
        Path path = SharedData.require(relative);
        JsonNode root = new ObjectMapper().readTree(path);
        List<Golden> goldens = new ArrayList<>();
        for (JsonNode node : root.isArray() ? root : root.get("prompts")) {
            JsonNode logits =
                    node.has("logits") ? node.get("logits") : node.get("logits_last_prompt_pos");
            goldens.add(
                    new Golden(
                            node.get("prompt_ids").valueStream().map(JsonNode::asInt).toList(),
                            node.get("greedy_ids").valueStream().map(JsonNode::asInt).toList(),
                            logits.valueStream().map(JsonNode::asDouble).toList()));
        }
        return goldens;
    }

    /** The first {@code count} greedy ids as part of the prompt. */
    public int[] lengthened(int count) {
        List<Integer> ids = new ArrayList<>(promptIds);
        ids.addAll(greedyIds.subList(0, count));
        return ids.stream().mapToInt(Integer::intValue).toArray();
    }
}
