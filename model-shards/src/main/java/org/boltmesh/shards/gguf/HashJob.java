package org.boltmesh.shards.gguf;

import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One file being hashed on a thread of its own, which does not keep the process alive. Whoever
 * started it may cancel it at any time.
 */
public final class HashJob {
    private final CompletableFuture<String> result = new CompletableFuture<>();
    private final AtomicLong hashedBytes = new AtomicLong();
    private final Thread thread;

    private HashJob(WholeHashes hashes, Path file) {
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("hash " + file.getFileName())
                        .unstarted(() -> run(hashes, file));
    }

    /** Begins to hash a file. */
    public static HashJob start(WholeHashes hashes, Path file) {
        HashJob job = new HashJob(hashes, file);
        job.thread.start();
        return job;
    }

    private void run(WholeHashes hashes, Path file) {
        try {
            result.complete(hashes.hash(file, hashedBytes::set));
        } catch (InterruptedException e) {
            CancellationException cancelled = new CancellationException(e.getMessage());
            cancelled.initCause(e);
            result.completeExceptionally(cancelled);
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    /**
     * The hash, in time; fails with {@link GgufException} where the file cannot be hashed, and with
     * {@link CancellationException} after {@link #cancel}. Completing it from outside has no effect
     * on the job.
     */
    public CompletableFuture<String> result() {
        return result.copy();
    }

    /** Bytes of the file that are hashed so far. */
    public long hashedBytes() {
        return hashedBytes.get();
    }

    /** Stops the job soon; without effect once it is done. */
    public void cancel() {
        thread.interrupt();
    }
}
