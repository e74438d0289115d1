package org.boltmesh.actors.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChildSlotTest {
    private final ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "slots");
    private final ChildSlot<ChildHandle> slot = ChildSlot.open("slot", system);
    private final List<String> events = new CopyOnWriteArrayList<>();

    private record Child(long pid, Runnable end) implements ChildHandle {
        @Override
        public void close() {
            end.run();
        }
    }

    private Child child(long pid) {
        events.add("start " + pid);
        return new Child(pid, () -> events.add("end " + pid));
    }

    @AfterEach
    void stop() {
        system.terminate();
        get(system.getWhenTerminated().toCompletableFuture());
    }

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void shouldEndOneChildBeforeTheNextStarts() {
        get(slot.replace(() -> child(1)));
        assertThat(get(slot.replace(() -> child(2))).pid()).isEqualTo(2);
        slot.clear();
        get(slot.close());
        assertThat(events).containsExactly("start 1", "end 1", "start 2", "end 2");
    }

    @Test
    void shouldTellThatAStartFailed() {
        var start =
                slot.replace(
                        () -> {
                            throw new IllegalStateException("no luck");
                        });
        assertThatThrownBy(() -> get(start)).hasMessageContaining("no luck");
        get(slot.replace(() -> child(2)));
        assertThat(events).containsExactly("start 2");
    }

    @Test
    void shouldInterruptAStartAndStartNothingMore() {
        var entered = new CountDownLatch(1);
        var first = slot.replace(() -> startThatHangs(entered));
        var second = slot.replace(() -> child(2));
        await(entered);
        get(slot.close());
        assertThatThrownBy(() -> get(first)).hasMessageContaining("interrupted");
        assertThatThrownBy(() -> get(second)).hasMessageContaining("no child is started any more");
        assertThat(events).isEmpty();
    }

    private static ChildHandle startThatHangs(CountDownLatch entered) {
        entered.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("interrupted");
    }

    @Test
    void shouldEndAChildWhoseStartMindsNoInterrupt() {
        var entered = new CountDownLatch(1);
        var mayGoOn = new CountDownLatch(1);
        var start =
                slot.replace(
                        () -> {
                            entered.countDown();
                            awaitStubbornly(mayGoOn);
                            return child(1);
                        });
        await(entered);
        var ended = slot.close();
        assertThat(ended).isNotDone();
        mayGoOn.countDown();
        get(ended);
        assertThat(get(start).pid()).isEqualTo(1);
        assertThat(events).containsExactly("start 1", "end 1");
    }

    @Test
    void shouldEndItsChildWithoutAnInterrupt() {
        var interrupted = new CompletableFuture<Boolean>();
        get(slot.replace(() -> new Child(1, () -> interrupted.complete(Thread.interrupted()))));
        get(slot.close());
        assertThat(get(interrupted)).isFalse();
    }

    @Test
    void shouldHoldTheEndOfTheActorSystem() {
        var mayEnd = new CountDownLatch(1);
        get(slot.replace(() -> new Child(1, () -> awaitStubbornly(mayEnd))));
        var _ = slot.close();
        system.terminate();
        var terminated = system.getWhenTerminated().toCompletableFuture();
        assertThatThrownBy(() -> terminated.copy().get(300, TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        mayEnd.countDown();
        get(terminated);
    }

    @Test
    void shouldNotMindAChildThatFailsToEnd() {
        get(
                slot.replace(
                        () ->
                                new Child(
                                        1,
                                        () -> {
                                            throw new IllegalStateException("stuck");
                                        })));
        assertThatThrownBy(() -> get(slot.close())).hasMessageContaining("stuck");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitStubbornly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                done = latch.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException _) {
                done = false;
            }
        }
    }
}
