package org.boltmesh.bootstrap.bench;

import org.boltmesh.shards.engine.GenerationTimes;

/**
 * One measurement, as llama-bench has them.
 *
 * @param kind what is measured
 * @param tokens of the prompt, or of the answer
 */
public record SpeedTest(Kind kind, int tokens) {
    /** What is measured. */
    public enum Kind {
        /** Reading a prompt. */
        PREFILL("pp"),
        /** Writing an answer, from an empty context on, a token at a time. */
        DECODE("tg");

        private final String shortName;

        Kind(String shortName) {
            this.shortName = shortName;
        }
    }

    /** llama-bench's name, such as {@code pp512}. */
    public String name() {
        return kind.shortName + tokens;
    }

    /** Tokens of the prompt: an answer needs one to follow. */
    int promptTokens() {
        return kind == Kind.PREFILL ? tokens : 1;
    }

    /** Tokens of the answer: the first one belongs to the prompt's time. */
    int answerTokens() {
        return kind == Kind.PREFILL ? 1 : tokens + 1;
    }

    /** Positions that it needs: the last token of an answer is not stored. */
    public int contextTokens() {
        return promptTokens() + answerTokens() - 1;
    }

    /** Tokens per second of one run. */
    double speed(GenerationTimes times) {
        return kind == Kind.PREFILL
                ? times.prefillTokensPerSecond()
                : times.decodedTokensPerSecond();
    }
}
