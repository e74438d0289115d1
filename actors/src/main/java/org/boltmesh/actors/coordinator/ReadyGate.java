package org.boltmesh.actors.coordinator;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets a model become ready when the links between its nodes are up, or when that takes too long.
 * Each load passes once: what is lost later is no reason to wait. Owned by the director.
 */
final class ReadyGate {
    /** One load; empty while it has not been ready. */
    private sealed interface Passage {
        enum Loading implements Passage {
            INSTANCE
        }

        record Waiting(long sinceNs) implements Passage {}

        record Passed(Optional<String> note) implements Passage {}
    }

    private final long waitNs;
    private final Map<Long, Passage> loads = new HashMap<>();

    ReadyGate(Duration wait) {
        waitNs = wait.toNanos();
    }

    /** A load begins; one that this director has not begun is not held up. */
    void begin(long generation) {
        loads.put(generation, Passage.Loading.INSTANCE);
    }

    /** A load has ended. */
    void end(long generation) {
        loads.remove(generation);
    }

    /**
     * What to believe of a report.
     *
     * @param missing what there is to wait for, as a sentence
     */
    ModelReport pass(
            ModelReport report, Function<ModelPlan, Optional<String>> missing, long nowNs) {
        Passage load = loads.get(report.plan().generation());
        if (load == null || report.progress().phase() != ModelPhase.READY) {
            return noted(report, load);
        }
        return switch (load) {
            case Passage.Loading _ -> wait(report, missing.apply(report.plan()), nowNs, nowNs);
            case Passage.Waiting waiting ->
                    wait(report, missing.apply(report.plan()), waiting.sinceNs(), nowNs);
            case Passage.Passed _ -> noted(report, load);
        };
    }

    private ModelReport wait(
            ModelReport report, Optional<String> missing, long sinceNs, long nowNs) {
        boolean isOver = nowNs - sinceNs >= waitNs;
        Passage next =
                missing.isEmpty() || isOver
                        ? new Passage.Passed(missing.map(ReadyGate::note))
                        : new Passage.Waiting(sinceNs);
        loads.put(report.plan().generation(), next);
        return next instanceof Passage.Waiting
                ? report.loading("waits: " + missing.orElse(""))
                : noted(report, next);
    }

    private static String note(String missing) {
        return missing + "; what it would carry goes by UDP";
    }

    private static ModelReport noted(ModelReport report, @Nullable Passage load) {
        return load instanceof Passage.Passed(Optional<String> note) && note.isPresent()
                ? report.withNote(note.get())
                : report;
    }
}
