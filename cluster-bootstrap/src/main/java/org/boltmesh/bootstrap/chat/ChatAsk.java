package org.boltmesh.bootstrap.chat;

import java.util.List;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.template.ChatMessage;

/**
 * A question with what was said before.
 *
 * @param model its name in the cluster
 * @param messages the conversation so far; the last one asks
 * @param maxTokens of the answer
 */
public record ChatAsk(
        String model, List<ChatMessage> messages, SamplingOptions sampling, int maxTokens) {
    public ChatAsk {
        messages = List.copyOf(messages);
    }
}
