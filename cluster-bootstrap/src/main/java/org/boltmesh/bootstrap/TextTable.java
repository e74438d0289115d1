package org.boltmesh.bootstrap;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns, for people. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<String> head;
    private final int numbersFrom;
    private final int numbersTo;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * @param numbersFrom first column that is aligned to the right
     * @param numbersTo the column after the last such
     */
    TextTable(int numbersFrom, int numbersTo, String... head) {
        this.head = List.of(head);
        this.numbersFrom = numbersFrom;
        this.numbersTo = numbersTo;
        rows.add(this.head);
    }

    /** A row with a cell for each column. */
    void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** The table, each line with its end. */
    String text() {
        int[] widths = new int[head.size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> text.append(line(row, widths)).append(System.lineSeparator()));
        return text.toString();
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            boolean number = column >= numbersFrom && column < numbersTo;
            line.append(column == 0 ? "" : GAP).append(number ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }
}
