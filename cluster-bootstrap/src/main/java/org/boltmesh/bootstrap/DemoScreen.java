package org.boltmesh.bootstrap;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * What somebody sees while a demo runs: text as it comes, and on a terminal a bar while loading.
 */
final class DemoScreen {
    private static final int BAR_UPDATE_MS = 100;
    private static final int BAR_WIDTH = 80;
    private static final long BAR_MIN_BYTES = 100_000_000;

    private final Optional<PrintWriter> text;
    private final PrintWriter err;
    private final String task;
    private Optional<ProgressBar> bar = Optional.empty();

    /**
     * @param text where the text goes; empty: nowhere
     * @param err where everything else goes
     */
    DemoScreen(Optional<PrintWriter> text, PrintWriter err) {
        this(text, err, "loading");
    }

    /**
     * @param task what the bar is of
     */
    DemoScreen(Optional<PrintWriter> text, PrintWriter err, String task) {
        this.text = text;
        this.err = err;
        this.task = task;
    }

    /** Called by the thread that receives events, until {@link #loaded()}. */
    void loading(long doneBytes, long totalBytes) {
        if (totalBytes < BAR_MIN_BYTES || !isTerminal()) {
            return;
        }
        if (bar.isEmpty()) {
            bar = Optional.of(openBar(totalBytes));
        }
        bar.get().stepTo(doneBytes);
    }

    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    private ProgressBar openBar(long totalBytes) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(totalBytes)
                .setUnit(" MB", 1_000_000)
                .setUpdateIntervalMillis(BAR_UPDATE_MS)
                .setConsumer(
                        new DelegatingProgressBarConsumer(
                                line -> {
                                    err.print("\r" + line);
                                    err.flush();
                                },
                                BAR_WIDTH))
                .build();
    }

    /** Ends the bar. */
    void loaded() {
        if (bar.isPresent()) {
            bar.get().close();
            bar = Optional.empty();
            err.println();
        }
    }

    /**
     * Prints a piece of text.
     *
     * @throws CommandException when nobody reads any more
     */
    void print(String piece) {
        if (text.isPresent()) {
            text.get().print(piece);
            if (text.get().checkError()) {
                throw new CommandException(
                        "standard output takes no more text: it was closed, or its disk is full");
            }
        }
    }
}
