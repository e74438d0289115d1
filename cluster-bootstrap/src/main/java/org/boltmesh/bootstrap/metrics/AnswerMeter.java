package org.boltmesh.bootstrap.metrics;

import java.util.function.LongSupplier;
import org.boltmesh.shards.engine.GenerationTimes;

/** Counts one call for an answer, from when it came. Not thread-safe: its answer owns it. */
public final class AnswerMeter {
    private final ModelMeters meters;
    private final LongSupplier clockNs;
    private final long startNs;
    private boolean hasToken;
    private boolean ended;

    AnswerMeter(ModelMeters meters, LongSupplier clockNs) {
        this.meters = meters;
        this.clockNs = clockNs;
        startNs = clockNs.getAsLong();
    }

    /** A prompt was begun. */
    public void prompt(int tokens) {
        meters.prompt(tokens);
    }

    /** A token came, of whichever choice. */
    public void token() {
        meters.token();
        if (!hasToken) {
            hasToken = true;
            meters.firstToken(clockNs.getAsLong() - startNs);
        }
    }

    /** What a choice took that the model has ended. */
    public void times(GenerationTimes times) {
        meters.times(times);
    }

    /** The end; the first one counts. */
    public void ended(Outcome outcome) {
        if (!ended) {
            ended = true;
            meters.ended(outcome);
        }
    }
}
