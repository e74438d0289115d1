package org.boltmesh.shards.engine;

/**
 * What an engine does with its layers: it serves generations, obeys a head, or waits to be told.
 * Not thread-safe: the step loop owns it.
 */
sealed interface EngineWork permits ModelService, StageService, UnjoinedService {
    /** Takes a generation; one that it cannot serve fails at once. */
    void submit(Generation generation);

    /** Ends a generation early. */
    void cancel(Generation generation);

    /** Cancels what would send to {@code sink}. */
    void cancelAll(EventSink sink);

    /** Whether there is nothing to do until a command comes. */
    boolean isIdle();

    /** Runs one step, or as much of it as can be run now; false when there was nothing to do. */
    boolean step();

    /** Generations that hold a sequence. */
    int activeCount();

    /** Generations that wait for one. */
    int waitingCount();

    /** Fails what runs, and gives up what connects it to other engines; the model stays. */
    void close(FailureCode code, String reason);
}
