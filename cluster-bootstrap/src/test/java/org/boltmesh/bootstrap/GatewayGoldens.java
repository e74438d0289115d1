package org.boltmesh.bootstrap;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What another engine made of texts and chats, as HTTP's clients see it. */
final class GatewayGoldens {
    static final ClusterGoldens MODEL = ClusterGoldens.TALES_QWEN3;

    /**
     * An answer.
     *
     * @param prompt the text, or the one turn of the chat
     * @param tokens of which the answer is made
     */
    record Golden(boolean isChat, String prompt, String text, int promptTokens, int tokens) {
        /** The request for it, greedily. */
        ObjectNode body() {
            ObjectNode body = isChat ? GatewayNode.chat(prompt) : GatewayNode.text(prompt);
            return body.put("temperature", 0).put("max_tokens", tokens);
        }

        String path() {
            return isChat ? "/chat/completions" : "/completions";
        }
    }

    private GatewayGoldens() {}

    /** Those that no end cuts, and of chats those with one turn. */
    static List<Golden> all() {
        List<Golden> goldens = new ArrayList<>();
        JsonNode root = JsonMapper.shared().readTree(ClusterGoldens.require(MODEL.goldenFile()));
        for (JsonNode node : root.get("prompts")) {
            boolean isChat = node.has("messages");
            if (node.get("eog_index").asInt() < 0
                    && (!isChat || node.get("messages").size() == 1)) {
                goldens.add(
                        new Golden(
                                isChat,
                                isChat
                                        ? node.get("messages").get(0).get("content").asString()
                                        : node.get("prompt").asString(),
                                node.get("text").asString(),
                                node.get("prompt_ids").size(),
                                node.get("greedy_ids").size()));
            }
        }
        return goldens;
    }

    static Golden chat() {
        return all().stream().filter(Golden::isChat).findFirst().orElseThrow();
    }

    static Golden text() {
        return all().stream().filter(golden -> !golden.isChat()).findFirst().orElseThrow();
    }
}
