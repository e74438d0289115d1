package org.boltmesh.bootstrap.gateway;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.BoundedSourceQueue;
import org.apache.pekko.stream.QueueOfferResult;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;
import tools.jackson.databind.JsonNode;

/**
 * An answer as server-sent events. It takes parts without blocking and holds so many for a slow
 * reader; a slower one loses the answer, and is told so in its turn. Thread-safe.
 */
final class EventStream implements Consumer<AnswerPart> {
    /** Events that are held; about 1 MiB. */
    static final int EVENTS_MAX = 4096;

    /** For what ends a stream that is full. */
    private static final int SPARE = 16;

    private static final ByteString COMMENT = ByteString.fromString(": still here\n\n");
    private static final ByteString LAST = ByteString.fromString("data: [DONE]\n\n");

    private final CompletionCall call;
    private final ReplyWriter writer;
    private final GatewayTimes times;
    private final CompletableFuture<Optional<Refusal>> first = new CompletableFuture<>();
    private final Deque<ByteString> early = new ArrayDeque<>();
    private Optional<BoundedSourceQueue<ByteString>> queue = Optional.empty();
    private Runnable cancel = () -> {};
    private boolean closed;

    /** Begins with the first piece of each choice. */
    EventStream(CompletionCall call, ReplyWriter writer, GatewayTimes times) {
        this.call = call;
        this.writer = writer;
        this.times = times;
        for (int choice = 0; choice < call.requests().size(); choice++) {
            writer.opening(choice).ifPresent(this::send);
        }
    }

    /**
     * Says what ends the answer where its reader is too slow or gone.
     *
     * @param action must not block
     */
    synchronized void onCancel(Runnable action) {
        cancel = action;
    }

    /** Nothing comes any more. Does nothing where the stream has ended. */
    synchronized void end(Refusal refusal) {
        if (!closed) {
            onFailed(refusal);
        }
    }

    /** What comes first: a refusal can then still have a status of its own. */
    CompletableFuture<Optional<Refusal>> first() {
        return first;
    }

    @Override
    public synchronized void accept(AnswerPart part) {
        switch (part) {
            case AnswerPart.Begun _ -> {}
            case AnswerPart.Grown grown -> send(writer.grown(grown.choice(), grown.piece()));
            case AnswerPart.Ended ended -> send(writer.ended(ended.choice(), ended.finishReason()));
            case AnswerPart.Done done -> onDone(done.usage());
            case AnswerPart.Failed failed -> onFailed(failed.refusal());
        }
        first.complete(Optional.empty());
    }

    private void onDone(Usage usage) {
        if (call.includeUsage()) {
            send(writer.usage(usage));
        }
        end();
    }

    private void onFailed(Refusal refusal) {
        first.complete(Optional.of(refusal));
        offer(event(ReplyWriter.error(refusal)));
        end();
    }

    private void send(JsonNode json) {
        if (!closed && heldCount() >= EVENTS_MAX) {
            String reason =
                    "the reader is %d events behind, and the answer was cancelled"
                            .formatted(heldCount());
            onFailed(Refusal.request(Refusal.TIMEOUT, "slow_reader", reason));
            cancel.run();
            return;
        }
        offer(event(json));
    }

    private int heldCount() {
        return queue.map(BoundedSourceQueue::size).orElseGet(early::size);
    }

    private static ByteString event(JsonNode json) {
        return ByteString.fromString("data: " + json + "\n\n");
    }

    private void end() {
        offer(LAST);
        closed = true;
        queue.ifPresent(BoundedSourceQueue::complete);
    }

    private void offer(ByteString event) {
        if (closed) {
            return;
        }
        if (queue.isEmpty()) {
            early.addLast(event);
            return;
        }
        QueueOfferResult result = queue.get().offer(event);
        closed = !result.isEnqueued();
    }

    private synchronized void attach(BoundedSourceQueue<ByteString> reader) {
        early.forEach(reader::offer);
        early.clear();
        queue = Optional.of(reader);
        if (closed) {
            reader.complete();
        }
    }

    /** The answer's own lock is taken before this one, and so not within it. */
    private void readerGone() {
        Runnable action;
        synchronized (this) {
            closed = true;
            action = cancel;
        }
        action.run();
    }

    /** What the reader gets. It can be read once. */
    Source<ByteString, NotUsed> source() {
        return Source.<ByteString>queue(EVENTS_MAX + SPARE)
                .mapMaterializedValue(
                        reader -> {
                            attach(reader);
                            return NotUsed.getInstance();
                        })
                .keepAlive(times.comment(), () -> COMMENT)
                .backpressureTimeout(times.stuck())
                .watchTermination(
                        (_, done) -> {
                            done.whenComplete((_, _) -> readerGone());
                            return NotUsed.getInstance();
                        });
    }
}
