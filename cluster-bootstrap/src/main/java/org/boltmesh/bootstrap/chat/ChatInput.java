package org.boltmesh.bootstrap.chat;

import java.io.PrintWriter;
import java.util.Optional;

/** Where messages come from, and answers go. */
public interface ChatInput extends AutoCloseable {
    /** The next message as it was typed; empty at the end. */
    Optional<String> next();

    /** For what is answered. */
    PrintWriter out();

    /** Whether a person sits there. */
    boolean isTerminal();

    /** Does some work; Ctrl-C stops it by {@code stop} where the input is a terminal. */
    void stoppable(Work work, Runnable stop) throws InterruptedException;

    /** Ends it; what was typed stays in the history. */
    @Override
    void close();

    /** Work that takes its time. */
    @FunctionalInterface
    interface Work {
        /** Does it. */
        void run() throws InterruptedException;
    }
}
