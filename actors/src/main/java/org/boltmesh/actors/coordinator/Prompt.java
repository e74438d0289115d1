package org.boltmesh.actors.coordinator;

import java.util.List;
import org.boltmesh.shards.template.ChatMessage;

/** What an answer continues. */
public sealed interface Prompt {
    /** A text as it is. */
    record Text(String text) implements Prompt {}

    /** A conversation, which the model's chat template turns into a text. */
    record Chat(List<ChatMessage> messages) implements Prompt {
        public Chat {
            messages = List.copyOf(messages);
        }
    }

    /** Token ids as they are. */
    record Tokens(List<Integer> ids) implements Prompt {
        public Tokens {
            ids = List.copyOf(ids);
        }
    }
}
