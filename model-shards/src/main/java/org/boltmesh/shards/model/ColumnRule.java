package org.boltmesh.shards.model;

/**
 * How many columns a product must have so that each column's bits depend on nothing but itself.
 *
 * @param minimum columns at least
 * @param multiple columns are a multiple of this
 * @param maximum columns at most
 */
record ColumnRule(int minimum, int multiple, int maximum) {
    /** Any number of columns. */
    static final ColumnRule ANY = new ColumnRule(1, 1, Integer.MAX_VALUE);

    /** The least allowed number of columns from {@code columns} on. */
    int pad(int columns) {
        int most = Math.max(minimum, columns);
        return (most + multiple - 1) / multiple * multiple;
    }

    /** Whether that many columns need no padding. */
    boolean padsNothing(int columns) {
        return pad(columns) == columns;
    }

    /** Whether that many columns need no padding and are not too many. */
    boolean allows(int columns) {
        return padsNothing(columns) && columns <= maximum;
    }

    /** What satisfies both. */
    ColumnRule and(ColumnRule other) {
        return new ColumnRule(
                Math.max(minimum, other.minimum),
                leastCommonMultiple(multiple, other.multiple),
                Math.min(maximum, other.maximum));
    }

    private static int leastCommonMultiple(int a, int b) {
        int gcd = a;
        for (int rest = b; rest != 0; ) {
            int next = gcd % rest;
            gcd = rest;
            rest = next;
        }
        return a / gcd * b;
    }
}
