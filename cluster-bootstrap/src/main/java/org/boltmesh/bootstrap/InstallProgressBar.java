package org.boltmesh.bootstrap;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.boltmesh.shards.library.InstallProgress;

/** Shows an installation: a sentence for each step, and on a terminal a bar for the unpacking. */
final class InstallProgressBar implements InstallProgress, AutoCloseable {
    private static final int UPDATE_MS = 100;
    private static final int WIDTH = 80;

    private final PrintWriter err;
    private final boolean terminal;
    private Optional<ProgressBar> bar = Optional.empty();

    InstallProgressBar(PrintWriter err) {
        this(err, Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent());
    }

    InstallProgressBar(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    @Override
    public void step(String sentence) {
        close();
        err.println(sentence);
        err.flush();
    }

    @Override
    public void unpacked(long archiveBytes, long archiveBytesTotal) {
        if (!terminal) {
            return;
        }
        if (bar.isEmpty()) {
            bar = Optional.of(open(archiveBytesTotal));
        }
        bar.get().stepTo(archiveBytes);
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
        bar = Optional.empty();
    }

    private ProgressBar open(long total) {
        return new ProgressBarBuilder()
                .setTaskName("unpacking")
                .setInitialMax(total)
                .setUnit(" MB", 1_000_000)
                .setUpdateIntervalMillis(UPDATE_MS)
                .setConsumer(new DelegatingProgressBarConsumer(this::draw, WIDTH))
                .build();
    }

    private void draw(String line) {
        err.print("\r" + line);
        err.flush();
    }
}
