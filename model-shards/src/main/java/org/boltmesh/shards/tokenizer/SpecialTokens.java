package org.boltmesh.shards.tokenizer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
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

    /** No character: Unicode keeps it for a program's own use, so no text has a right to it. */
    private static final char MARK = '\uFDD0';

    private static final char REPLACEMENT = '\uFFFD';

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

    /**
     * Puts a mark behind the first character of each spelling of a token that steers the model, so
     * that {@link #splitGuarded} does not find it. A spelling of one character cannot be guarded.
     */
    String guard(String text) {
        String clean = text.replace(MARK, REPLACEMENT);
        BitSet marked = new BitSet();
        for (Entry entry : entries) {
            if (entry.steers && clean.contains(entry.text)) {
                mark(clean, entry.text, marked);
            }
        }
        return marked.isEmpty() ? clean : withMarks(clean, marked);
    }

    private static void mark(String text, String spelling, BitSet marked) {
        int first = Character.charCount(spelling.codePointAt(0));
        if (spelling.length() > first) {
            for (int at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
                marked.set(at + first);
            }
        }
    }

    private static String withMarks(String text, BitSet marked) {
        var result = new StringBuilder(text.length() + marked.cardinality());
        for (int index = 0; index < text.length(); index++) {
            if (marked.get(index)) {
                result.append(MARK);
            }
            result.append(text.charAt(index));
        }
        return result.toString();
    }

    /** Cuts a text at all tokens in it but those in guarded parts, and takes the marks out. */
    List<Fragment> splitGuarded(String text) {
        List<Fragment> fragments = new ArrayList<>();
        for (Fragment fragment : split(text, true)) {
            if (fragment instanceof Fragment.Text part && part.text().indexOf(MARK) >= 0) {
                // A mark may also have hidden a token of the user's.
                String clean = part.text().replace(String.valueOf(MARK), "");
                fragments.addAll(split(clean, false));
            } else {
                fragments.add(fragment);
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
