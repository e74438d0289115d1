package org.boltmesh.driver.mesh;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/** How other threads have the driver's loop do something. */
final class Loop {
    private final ManyToOneConcurrentLinkedQueue<Runnable> tasks =
            new ManyToOneConcurrentLinkedQueue<>();

    /** Any thread. */
    void run(Runnable task) {
        tasks.add(task);
    }

    /** Hands a result over when it is there, or why there is none. */
    <T> void whenDone(CompletableFuture<T> future, Consumer<T> done, Consumer<Throwable> failed) {
        var _ =
                future.whenComplete(
                        (result, failure) ->
                                run(
                                        failure == null
                                                ? () -> done.accept(result)
                                                : () -> failed.accept(failure)));
    }

    /** The loop's own: does what others asked for. */
    int work() {
        int count = 0;
        Runnable task = tasks.poll();
        while (task != null) {
            task.run();
            count++;
            task = tasks.poll();
        }
        return count;
    }
}
