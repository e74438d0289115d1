package org.boltmesh.driver.verbs;

import org.jspecify.annotations.Nullable;

/**
 * The rule for what is posted and polled: one thread, the first that uses it, until it retires the
 * object. Only then may the device thread destroy it under it.
 */
final class OwnerThread {
    private final String object;
    private volatile @Nullable Thread owner;
    private volatile boolean retired;

    OwnerThread(String object) {
        this.object = object;
    }

    void check() {
        if (owner != Thread.currentThread() || retired) {
            bind();
        }
    }

    private synchronized void bind() {
        Thread current = Thread.currentThread();
        if (owner == null) {
            owner = current;
        }
        if (owner != current) {
            throw new IllegalStateException(
                    "%s belongs to thread %s, used by %s"
                            .formatted(object, name(), current.getName()));
        }
        if (retired) {
            throw new IllegalStateException(object + " is retired");
        }
    }

    void retire() {
        if (owner != null && !retired) {
            check();
        }
        retired = true;
    }

    void checkReleased() {
        if (owner != null && owner != Thread.currentThread() && !retired) {
            throw new IllegalStateException(
                    "%s is still used by thread %s: retire it there first"
                            .formatted(object, name()));
        }
    }

    private String name() {
        Thread thread = owner;
        return thread == null ? "none" : thread.getName();
    }
}
