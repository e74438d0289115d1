package org.boltmesh.shards.tokenizer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds whole tokens in a text before anything else looks at it: those that users defined always,
 * those that steer the model only on demand. The longest goes first, as in llama.cpp.
 */
final class SpecialTokens {
    /** A part of a text. */
    sealed interface Fragment {
        /** What is still to be tokenized; never empty. */
        record Text(String text) implements Fragment {}

        /** A token that was found. */
        record Token(int id) implements Fragment {}
    }

    private record Entry(int id, String text, boolean steers) {
        int lengthBytes() {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
    }

    private final List<Entry> entries;

    SpecialTokens(Vocabulary vocabulary) {
        List<Entry> found = new ArrayList<>();
        for (int id = 0; id < vocabulary.size(); id++) {
            TokenType type = vocabulary.types().get(id);
            if (type.isSpecial() || type == TokenType.USER_DEFINED) {
                found.add(new Entry(id, vocabulary.tokens().get(id), type.isSpecial()));
            }
        }
        found.sort(Comparator.comparingInt(Entry::lengthBytes).reversed());
        entries = List.copyOf(found);
    }

    /** Cuts a text at the tokens in it; those that steer the model only if {@code parseSpecial}. */
    List<Fragment> split(String text, boolean parseSpecial) {
        List<Fragment> fragments = text.isEmpty() ? List.of() : List.of(new Fragment.Text(text));
        for (Entry entry : entries) {
            if ((parseSpecial || !entry.steers) && text.contains(entry.text)) {
                fragments = cut(fragments, entry);
            }
        }
        return fragments;
    }

    private static List<Fragment> cut(List<Fragment> fragments, Entry entry) {
        List<Fragment> result = new ArrayList<>();
        for (Fragment fragment : fragments) {
            switch (fragment) {
                case Fragment.Token token -> result.add(token);
                case Fragment.Text part -> cut(part.text(), entry, result);
            }
        }
        return result;
    }

    private static void cut(String text, Entry entry, List<Fragment> result) {
        int start = 0;
        for (int at = text.indexOf(entry.text); at >= 0; at = text.indexOf(entry.text, start)) {
            if (at > start) {
                result.add(new Fragment.Text(text.substring(start, at)));
            }
            result.add(new Fragment.Token(entry.id));
            start = at + entry.text.length();
        }
        if (start < text.length()) {
            result.add(new Fragment.Text(text.substring(start)));
        }
    }
}
