package org.boltmesh.bootstrap;

import org.boltmesh.shards.sampling.SamplingOptionException;
import org.boltmesh.shards.sampling.SamplingOptions;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say how tokens are chosen. */
final class SamplingArguments {
    @Option(
            names = "--temperature",
            paramLabel = "T",
            defaultValue = "0",
            description = "0 takes the likeliest token (default), 1 draws as the model says.")
    private double temperature;

    @Option(
            names = "--top-k",
            paramLabel = "K",
            defaultValue = "0",
            description = "Draw among the K likeliest tokens; 0: among all (default).")
    private int topK;

    @Option(
            names = "--top-p",
            paramLabel = "P",
            defaultValue = "1",
            description =
                    "Draw among the likeliest tokens that add up to P; 1: among all (default).")
    private double topP;

    @Option(
            names = "--min-p",
            paramLabel = "P",
            defaultValue = "0",
            description =
                    "Draw among tokens at least P times as likely as the likeliest (default: 0).")
    private double minP;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The same seed gives the same draws (default: 1).")
    private long seed;

    /** The options, checked. */
    SamplingOptions options(CommandLine command) {
        try {
            return SamplingOptions.builder()
                    .temperature(temperature)
                    .topK(topK)
                    .topP(topP)
                    .minP(minP)
                    .seed(seed)
                    .build();
        } catch (SamplingOptionException e) {
            String option = "--" + e.field().replace('_', '-');
            String rest = String.valueOf(e.getMessage()).substring(e.field().length());
            throw new ParameterException(command, option + rest, e);
        }
    }
}
