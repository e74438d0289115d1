package org.boltmesh.bootstrap.chat;

/**
 * The text of a message that may have several lines: a line that ends in a backslash goes on, and
 * so does everything between triple quotes.
 */
final class MessageText {
    private static final String QUOTES = "\"\"\"";
    private static final String MORE = "\\";

    private MessageText() {}

    /** Whether another line belongs to what was typed. */
    static boolean isOpen(String typed) {
        if (isQuoted(typed)) {
            return typed.indexOf(QUOTES, start(typed)) < 0;
        }
        return typed.endsWith(MORE);
    }

    private static boolean isQuoted(String typed) {
        return typed.stripLeading().startsWith(QUOTES);
    }

    private static int start(String typed) {
        return typed.indexOf(QUOTES) + QUOTES.length();
    }

    /** What is meant by it. */
    static String of(String typed) {
        if (!isQuoted(typed)) {
            return typed.replace(MORE + "\n", "\n");
        }
        int end = typed.indexOf(QUOTES, start(typed));
        String inside = typed.substring(start(typed), end < 0 ? typed.length() : end);
        return inside.strip();
    }
}
