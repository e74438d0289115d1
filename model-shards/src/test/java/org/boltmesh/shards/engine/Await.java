package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come, for half a minute at most. */
final class Await {
    private static final long TIMEOUT_S = 30;

    private Await() {}

    static <T> T get(CompletableFuture<T> answer) {
        return answer.orTimeout(TIMEOUT_S, TimeUnit.SECONDS).join();
    }

    static EngineException failure(CompletableFuture<?> answer) {
        try {
            get(answer);
        } catch (CompletionException e) {
            if (e.getCause() instanceof EngineException failure) {
                return failure;
            }
            throw e;
        }
        throw new AssertionError("it did not fail");
    }

    static void until(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNs);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
