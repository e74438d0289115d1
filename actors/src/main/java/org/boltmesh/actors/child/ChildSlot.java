package org.boltmesh.actors.child;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorSystem;
import org.jspecify.annotations.Nullable;

/**
 * The place of one child of an actor. A thread of its own starts and ends children in order, so
 * that there are never two. The actor closes it when it stops or crashes; the actor system then
 * waits for the child's end.
 */
public final class ChildSlot<H extends ChildHandle> {
    private final ExecutorService worker;
    private final ChildEndings endings;
    private Optional<H> current = Optional.empty(); // the worker's own
    private @Nullable Thread starting;
    private boolean closed;
    private CompletableFuture<Void> ended = new CompletableFuture<>();

    private ChildSlot(String name, ChildEndings endings) {
        this.endings = endings;
        worker =
                Executors.newSingleThreadExecutor(
                        work -> Thread.ofPlatform().daemon().name(name).unstarted(work));
    }

    /** An empty slot; {@code name} is for its thread. */
    public static <H extends ChildHandle> ChildSlot<H> open(String name, ActorSystem<?> system) {
        return new ChildSlot<>(name, ChildEndings.of(system));
    }

    /**
     * Ends the child that is there and starts another.
     *
     * @param starter blocks until the child runs; what it throws is the future's failure
     */
    public CompletableFuture<H> replace(Supplier<H> starter) {
        return CompletableFuture.supplyAsync(() -> replaceNow(starter), worker);
    }

    /** Ends the child that is there. */
    public synchronized void clear() {
        if (!closed) {
            endings.add(endSoon());
        }
    }

    private CompletableFuture<Void> endSoon() {
        return CompletableFuture.runAsync(this::endCurrent, worker);
    }

    /**
     * Ends the child that is there, or that is just being started; nothing is started after it.
     *
     * @return completes when the child has ended
     */
    public synchronized CompletableFuture<Void> close() {
        if (!closed) {
            closed = true;
            if (starting != null) {
                starting.interrupt();
            }
            ended = endSoon();
            worker.shutdown();
            endings.add(ended);
        }
        return ended.copy();
    }

    private H replaceNow(Supplier<H> starter) {
        endCurrent();
        beginStart();
        try {
            H child = starter.get();
            current = Optional.of(child);
            return child;
        } finally {
            endStart();
        }
    }

    private void endCurrent() {
        Optional<H> last = current;
        current = Optional.empty();
        last.ifPresent(ChildHandle::close);
    }

    private synchronized void beginStart() {
        if (closed) {
            throw new CancellationException("no child is started any more");
        }
        starting = Thread.currentThread();
    }

    /** An interrupt was meant for the start only: a child that runs is ended politely. */
    private synchronized void endStart() {
        starting = null;
        boolean interrupted = Thread.interrupted();
        assert !interrupted || closed;
    }
}
