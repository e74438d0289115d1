package org.boltmesh.bootstrap.chat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.boltmesh.shards.template.ChatMessage;

/** What was said so far: questions with their answers. */
final class Conversation {
    private Optional<String> system;
    private final List<ChatMessage> turns = new ArrayList<>();

    Conversation(Optional<String> system) {
        this.system = system;
    }

    /** Begins anew, with the same instruction. */
    void clear() {
        turns.clear();
    }

    /** Begins anew with another instruction; none where it is empty. */
    void instruct(String text) {
        system = Optional.of(text).filter(given -> !given.isEmpty());
        clear();
    }

    /** All of it with one more question, which is not kept yet. */
    List<ChatMessage> asking(String question) {
        List<ChatMessage> all = new ArrayList<>();
        system.ifPresent(text -> all.add(new ChatMessage("system", text)));
        all.addAll(turns);
        all.add(new ChatMessage("user", question));
        return all;
    }

    /** Keeps a question with what was answered. */
    void add(String question, String answer) {
        turns.add(new ChatMessage("user", question));
        turns.add(new ChatMessage("assistant", answer));
    }
}
