package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;

/** An answer that a thread of its own waits for, as a command does. */
final class ClusterAnswer {
    private static final long TIMEOUT_S = 240;

    private final List<Integer> tokens = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<AnswerEvent> end = new CompletableFuture<>();

    private volatile long lastNs = System.nanoTime();
    private volatile long longestPauseNs;

    private ClusterAnswer() {}

    /** Asks a node. */
    static ClusterAnswer ask(NodeJarCluster cluster, String node, AnswerRequest request) {
        var answer = new ClusterAnswer();
        var _ = Thread.ofPlatform().daemon().start(() -> answer.run(cluster, node, request));
        return answer;
    }

    private void run(NodeJarCluster cluster, String node, AnswerRequest request) {
        try (ControlClient client = cluster.client(node)) {
            end.complete(client.answer(request, this::take));
        } catch (InterruptedException | RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    private void take(AnswerEvent event) {
        if (event instanceof AnswerEvent.Token token) {
            assertThat(token.index()).isEqualTo(tokens.size());
            long nowNs = System.nanoTime();
            longestPauseNs = tokens.isEmpty() ? 0 : Math.max(longestPauseNs, nowNs - lastNs);
            lastNs = nowNs;
            tokens.add(token.token());
        }
    }

    /** Between two tokens so far. */
    Duration longestPause() {
        return Duration.ofNanos(longestPauseNs);
    }

    /** Waits for the middle of the answer. */
    ClusterAnswer awaitTokens(int count) {
        NodeJarProcess.await(() -> tokens.size() >= count || end.isDone());
        assertThat(end).isNotDone();
        return this;
    }

    /** Waits for the end, which must be a good one. */
    AnswerEvent.Finished finished() throws InterruptedException {
        try {
            AnswerEvent last = end.get(TIMEOUT_S, TimeUnit.SECONDS);
            assertThat(last).isInstanceOf(AnswerEvent.Finished.class);
            return (AnswerEvent.Finished) last;
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("no end after %d tokens".formatted(tokens.size()), e);
        }
    }

    /** All tokens of an answer that has finished. */
    List<Integer> tokens() throws InterruptedException {
        finished();
        return List.copyOf(tokens);
    }
}
