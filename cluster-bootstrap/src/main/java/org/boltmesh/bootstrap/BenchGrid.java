package org.boltmesh.bootstrap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.bootstrap.bench.SpeedRun;
import org.boltmesh.bootstrap.bench.SpeedTest;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say what is measured, and how often. */
final class BenchGrid {
    private static final int TOKENS_MAX = 50_000;
    private static final int REPETITIONS_MAX = 1_000;

    @Option(
            names = "--prompt-tokens",
            paramLabel = "N",
            split = ",",
            defaultValue = "512",
            description = "Measure reading prompts of so many tokens, commas between; 0: none.")
    private List<Integer> promptTokens = List.of();

    @Option(
            names = "--generate-tokens",
            paramLabel = "N",
            split = ",",
            defaultValue = "64,128",
            description = "Measure writing answers of so many tokens, commas between; 0: none.")
    private List<Integer> generateTokens = List.of();

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            defaultValue = "5",
            description = "Measure each so often (default: 5).")
    private int repetitions;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "1",
            description = "Repetitions before that, which do not count (default: 1).")
    private int warmUp;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The same seed gives the same random prompts (default: 1).")
    private long seed;

    @Option(
            names = "--paced",
            hidden = true,
            description = "Wait for a line on standard input before each repetition.")
    private boolean paced;

    /** What is to be measured, in the order in which it was asked for; checked. */
    List<SpeedTest> tests(CommandLine command) {
        OptionRange.check(command, "--repetitions", repetitions, 1, REPETITIONS_MAX);
        OptionRange.check(command, "--warm-up", warmUp, 0, REPETITIONS_MAX);
        List<SpeedTest> tests = new ArrayList<>();
        add(command, "--prompt-tokens", promptTokens, SpeedTest.Kind.PREFILL, tests);
        add(command, "--generate-tokens", generateTokens, SpeedTest.Kind.DECODE, tests);
        if (tests.isEmpty()) {
            throw new ParameterException(
                    command,
                    "--prompt-tokens 0 and --generate-tokens 0 leave nothing to measure, want one above 0");
        }
        return tests;
    }

    private static void add(
            CommandLine command,
            String option,
            List<Integer> counts,
            SpeedTest.Kind kind,
            List<SpeedTest> tests) {
        for (int count : counts) {
            OptionRange.check(command, option, count, 0, TOKENS_MAX);
            if (count > 0) {
                tests.add(new SpeedTest(kind, count));
            }
        }
    }

    int repetitions() {
        return repetitions;
    }

    int warmUp() {
        return warmUp;
    }

    long seed() {
        return seed;
    }

    /** What each repetition waits for, for whoever alternates us with something else. */
    SpeedRun.Pace pace() {
        return paced ? BenchGrid::awaitLine : () -> {};
    }

    private static void awaitLine() throws InterruptedException {
        try {
            int next = System.in.read();
            while (next >= 0 && next != '\n') {
                next = System.in.read();
            }
            if (next < 0) {
                throw new InterruptedException("standard input has ended");
            }
        } catch (IOException e) {
            throw new CommandException("standard input cannot be read: " + e.getMessage());
        }
    }
}
