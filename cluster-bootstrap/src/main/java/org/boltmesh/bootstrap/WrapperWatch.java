package org.boltmesh.bootstrap;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends this JVM when its wrapper is gone: node.jar under an older Java, which started this one and
 * would have passed on any signal but SIGKILL. Started by the launcher only.
 */
public final class WrapperWatch {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);
    private static final Duration ORDERLY_EXIT_MAX = Duration.ofSeconds(60);
    private static final int EXIT_WRAPPER_GONE = 1;

    private WrapperWatch() {}

    /** Watches the parent process, which is {@code wrapperPid} as long as that one lives. */
    public static void start(long wrapperPid) {
        Thread.ofPlatform().daemon().name("wrapper-watch").start(() -> watch(wrapperPid));
    }

    /** Polls: an orphan has another parent, and no other process can take that place. */
    private static void watch(long wrapperPid) {
        while (isParent(wrapperPid)) {
            LockSupport.parkNanos(POLL_INTERVAL.toNanos());
        }
        System.err.println("boltmesh: its wrapper, process " + wrapperPid + ", is gone; stopping");
        Thread.ofPlatform().daemon().name("halt").start(WrapperWatch::haltLate);
        System.exit(EXIT_WRAPPER_GONE);
    }

    private static boolean isParent(long pid) {
        return ProcessHandle.current().parent().filter(parent -> parent.pid() == pid).isPresent();
    }

    /** For shutdown hooks that hang. */
    private static void haltLate() {
        long deadlineNs = System.nanoTime() + ORDERLY_EXIT_MAX.toNanos();
        for (long leftNs = ORDERLY_EXIT_MAX.toNanos();
                leftNs > 0;
                leftNs = deadlineNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
        Runtime.getRuntime().halt(EXIT_WRAPPER_GONE);
    }
}
