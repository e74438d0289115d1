package org.boltmesh.bootstrap.bench.transport;

import java.util.List;

/** The median of some values and how far they lie apart. */
public record Spread(double median, double least, double most) {
    static Spread of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values, want at least 1");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median =
                sorted.size() % 2 == 1
                        ? sorted.get(middle)
                        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(median, sorted.getFirst(), sorted.getLast());
    }
}
