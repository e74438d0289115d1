package org.boltmesh.actors.child;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Extension;
import org.apache.pekko.actor.typed.ExtensionId;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The children of an actor system's actors that are about to end. An actor stops at once, but the
 * actor system counts as terminated only when all of these have ended, so that no exit of the JVM
 * leaves a child behind.
 */
final class ChildEndings implements Extension {
    private static final Logger LOG = LoggerFactory.getLogger(ChildEndings.class);

    /** Polite request, SIGTERM and SIGKILL take at most 22 s. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private final Map<Long, CompletableFuture<Void>> pending = new ConcurrentHashMap<>();
    private final AtomicLong nextKey = new AtomicLong();

    private ChildEndings(ActorSystem<?> system) {
        Adapter.toClassic(system).registerOnTermination(this::await);
    }

    static ChildEndings of(ActorSystem<?> system) {
        return Id.INSTANCE.apply(system);
    }

    /** Waits for this one, too. */
    void add(CompletableFuture<Void> end) {
        long key = nextKey.getAndIncrement();
        pending.put(key, end);
        var _ = end.whenComplete((_, fault) -> onEnd(key, Optional.ofNullable(fault)));
    }

    private void onEnd(long key, Optional<Throwable> fault) {
        pending.remove(key);
        fault.ifPresent(cause -> LOG.warn("a child process did not end in order", cause));
    }

    /** Called when all actors have stopped. */
    private void await() {
        CompletableFuture.allOf(pending.values().toArray(CompletableFuture[]::new))
                .orTimeout(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)
                .handle((_, fault) -> report(fault == null))
                .join();
    }

    private static boolean report(boolean inOrder) {
        if (!inOrder) {
            LOG.warn("a child process failed to end, or still runs after {}", PATIENCE);
        }
        return inOrder;
    }

    private static final class Id extends ExtensionId<ChildEndings> {
        static final Id INSTANCE = new Id();

        @Override
        public ChildEndings createExtension(ActorSystem<?> system) {
            return new ChildEndings(system);
        }
    }
}
