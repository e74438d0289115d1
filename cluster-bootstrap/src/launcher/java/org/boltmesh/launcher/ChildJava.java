package org.boltmesh.launcher;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The JVM that does the work, with this one's streams. A signal that ends this JVM ends the child
 * first, in order; the child's exit code becomes this JVM's.
 */
final class ChildJava {
    private static final int ORDERLY_EXIT_SECONDS_MAX = 60;

    /** As a shell reports it: 128 + SIGTERM. */
    private static final int EXIT_TERMINATED = 143;

    private final List<String> command;

    /** Guarded by this, like {@link #isStopping}: a signal may come before there is a child. */
    private Process child;

    private boolean isStopping;

    ChildJava(List<String> command) {
        this.command = command;
    }

    /** Runs it to its end and returns its exit code. Call it once. */
    int run() throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop-child"));
        synchronized (this) {
            if (isStopping) {
                return EXIT_TERMINATED;
            }
            child = new ProcessBuilder(command).inheritIO().start();
        }
        return child.waitFor();
    }

    /** Runs as shutdown hook; halts, because a hook has no other say in the exit code. */
    private void stop() {
        synchronized (this) {
            isStopping = true;
            if (child == null) {
                return;
            }
        }
        try {
            child.destroy();
            if (!child.waitFor(ORDERLY_EXIT_SECONDS_MAX, TimeUnit.SECONDS)) {
                child.destroyForcibly();
            }
            Runtime.getRuntime().halt(child.waitFor());
        } catch (InterruptedException e) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
