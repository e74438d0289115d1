package org.boltmesh.bootstrap;

/** Paragraphs in lines of bounded width, without what could steer a terminal. */
final class WrappedText {
    private static final String INDENT = "    ";

    private final StringBuilder text = new StringBuilder();
    private final int width;

    WrappedText(int width) {
        this.width = width;
    }

    /** The text with a question mark for each control character. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Adds a paragraph; where it breaks, the next line is indented. Only a long word is cut. */
    void add(String head, String paragraph) {
        StringBuilder rest = new StringBuilder(plain(head + paragraph));
        while (rest.length() > width) {
            int blank = rest.lastIndexOf(" ", width);
            boolean cuttable = blank > INDENT.length() + 1;
            text.append(rest.substring(0, cuttable ? blank : width)).append(System.lineSeparator());
            rest.delete(0, cuttable ? blank + 1 : width).insert(0, INDENT);
        }
        text.append(rest).append(System.lineSeparator());
    }

    /** Adds lines as they are. */
    void addLines(String lines) {
        text.append(lines);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
