package org.boltmesh.bootstrap.chat;

import java.util.Locale;

/** What a person wants: to say something, or to do something with the chat. */
sealed interface ChatLine {
    /** What {@code /help} prints. */
    String HELP =
            """
            /help           this
            /new            begin a new conversation
            /system [TEXT]  begin a new one with this instruction, or without
            /model [NAME]   ask another model from here on; alone: list them
            /exit           end; so does Ctrl-D
            //TEXT          say /TEXT
            Ctrl-C stops an answer. A line that ends in \\ goes on in the next one, and so does
            everything between \"\"\" and \"\"\". Arrows edit, and find what you said before.
            """;

    /** To the model. */
    record Say(String text) implements ChatLine {}

    /** Nothing at all. */
    record Nothing() implements ChatLine {}

    record Help() implements ChatLine {}

    record New() implements ChatLine {}

    record Instruct(String text) implements ChatLine {}

    record UseModel(String name) implements ChatLine {}

    record Exit() implements ChatLine {}

    record Unknown(String command) implements ChatLine {}

    /** Reads a message, see {@link MessageText}. */
    static ChatLine of(String typed) {
        String text = MessageText.of(typed);
        if (text.isBlank()) {
            return new Nothing();
        }
        if (text.startsWith("//")) {
            return new Say(text.substring(1));
        }
        if (!text.startsWith("/")) {
            return new Say(text);
        }
        String[] parts = text.strip().split("\\s+", 2);
        String rest = parts.length == 1 ? "" : parts[1];
        return switch (parts[0].toLowerCase(Locale.ROOT)) {
            case "/help", "/?" -> new Help();
            case "/new", "/clear" -> new New();
            case "/system" -> new Instruct(rest);
            case "/model" -> new UseModel(rest);
            case "/exit", "/quit", "/bye" -> new Exit();
            default -> new Unknown(parts[0]);
        };
    }
}
