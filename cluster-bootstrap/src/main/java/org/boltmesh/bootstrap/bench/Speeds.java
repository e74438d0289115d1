package org.boltmesh.bootstrap.bench;

import java.util.List;

/**
 * What the repetitions of one measurement gave, in tokens per second.
 *
 * @param samples in the order in which they were measured; at least one
 */
public record Speeds(SpeedTest test, List<Double> samples) {
    /** Checks that there are some. */
    public Speeds {
        samples = List.copyOf(samples);
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("no samples of " + test.name());
        }
    }

    /** The arithmetic mean. */
    public double mean() {
        return samples.stream().mapToDouble(Double::doubleValue).sum() / samples.size();
    }

    /** The deviation of a sample, as llama-bench has it; 0 for a single one. */
    public double deviation() {
        if (samples.size() == 1) {
            return 0;
        }
        double mean = mean();
        double squares =
                samples.stream().mapToDouble(sample -> (sample - mean) * (sample - mean)).sum();
        return Math.sqrt(squares / (samples.size() - 1));
    }

    /** The middle one, or the mean of the two in the middle. */
    public double median() {
        List<Double> sorted = samples.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The slowest. */
    public double min() {
        return samples.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    /** The fastest. */
    public double max() {
        return samples.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }
}
