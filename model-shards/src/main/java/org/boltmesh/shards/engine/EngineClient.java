package org.boltmesh.shards.engine;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.boltmesh.process.FrameConnection;
import org.boltmesh.process.Frames;
import org.boltmesh.shards.template.ChatMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A control process's connection to an engine. Thread-safe. Every answer is a future; it fails with
 * an {@link EngineException}. Futures and listeners are called by the one thread that receives:
 * they must not block, and must not wait for another answer.
 */
public final class EngineClient implements AutoCloseable {
    /** Engines send a heartbeat each second, whatever their step does. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(EngineClient.class);

    /** Hears each new token of a generation, in order. */
    @FunctionalInterface
    public interface TokenListener {
        /** The next token came. */
        void onToken(EngineEvent.Token token);
    }

    private final FrameConnection connection;
    private final Function<String, EngineException> lossReport;
    private final CompletableFuture<EngineEvent.Hello> hello = new CompletableFuture<>();
    private final AtomicLong nextId = new AtomicLong(1);
    private final Map<Long, PendingRequest> pending = new ConcurrentHashMap<>();
    private volatile Optional<EngineEvent.Heartbeat> heartbeat = Optional.empty();
    private volatile Optional<EngineException> refusal = Optional.empty();
    private volatile Optional<EngineException> loss = Optional.empty();
    private final CountDownLatch lost = new CountDownLatch(1);
    private final CompletableFuture<EngineException> unasked = new CompletableFuture<>();
    private volatile long heardNs = System.nanoTime();
    private volatile boolean closed;

    private EngineClient(FrameConnection connection, Function<String, EngineException> lossReport) {
        this.connection = connection;
        this.lossReport = lossReport;
    }

    /**
     * Takes over a connection to an engine; {@link #hello()} says whether it takes us.
     *
     * @param lossReport makes the error from what was going on when the engine hung up: "loading",
     *     "generating", "idle"; it may take its time to find out why
     */
    public static EngineClient open(
            SocketChannel channel, Function<String, EngineException> lossReport) {
        return open(channel, lossReport, SILENCE_MAX);
    }

    /** As above; an engine that sends nothing for {@code silenceMax} is given up. */
    static EngineClient open(
            SocketChannel channel,
            Function<String, EngineException> lossReport,
            Duration silenceMax) {
        var connection = new FrameConnection(channel, "engine-requests");
        var client = new EngineClient(connection, lossReport);
        Thread receiver = new Thread(client::receive, "engine-events");
        receiver.setDaemon(true);
        receiver.start();
        Thread watch = new Thread(() -> client.watch(silenceMax), "engine-watch");
        watch.setDaemon(true);
        watch.start();
        return client;
    }

    /** The engine's first word; fails where it is claimed by another process. */
    public CompletableFuture<EngineEvent.Hello> hello() {
        return hello;
    }

    /**
     * Completes when the engine dies, hangs up or is silent for too long, whether or not anything
     * was asked of it; never after closing.
     */
    public CompletableFuture<EngineException> loss() {
        return unasked.copy();
    }

    /** A request id that was not used before. */
    public long newRequestId() {
        return nextId.getAndIncrement();
    }

    /** Loads a model; {@code progress} hears how far it is. */
    public CompletableFuture<EngineEvent.Loaded> load(
            EngineRequest.Load request, ModelLoader.Progress progress) {
        var answer = new CompletableFuture<EngineEvent.Loaded>();
        ask(request.requestId(), request, new PendingRequest.Load(answer, progress));
        return answer;
    }

    /** Gives the engine its place in a pipeline. */
    public CompletableFuture<EngineEvent.Joined> join(EngineRequest.JoinPipeline request) {
        var answer = new CompletableFuture<EngineEvent.Joined>();
        ask(request.requestId(), request, new PendingRequest.Join(answer));
        return answer;
    }

    /** Turns text into ids. */
    public CompletableFuture<List<Integer>> tokenize(
            String text, boolean addSpecial, boolean parseSpecial) {
        var answer = new CompletableFuture<EngineEvent.Tokenized>();
        var request = new EngineRequest.Tokenize(newRequestId(), text, addSpecial, parseSpecial);
        ask(request.requestId(), request, new PendingRequest.Tokenize(answer));
        return answer.thenApply(EngineEvent.Tokenized::tokens);
    }

    /** Turns a conversation into the prompt of an answer, by the model's chat template. */
    public CompletableFuture<List<Integer>> tokenize(List<ChatMessage> messages) {
        var answer = new CompletableFuture<EngineEvent.Tokenized>();
        var request = new EngineRequest.TokenizeChat(newRequestId(), messages, true);
        ask(request.requestId(), request, new PendingRequest.Tokenize(answer));
        return answer.thenApply(EngineEvent.Tokenized::tokens);
    }

    /** Continues a prompt; {@code listener} hears each new token before the answer comes. */
    public CompletableFuture<EngineEvent.Finished> generate(
            EngineRequest.Generate request, TokenListener listener) {
        var answer = new CompletableFuture<EngineEvent.Finished>();
        ask(request.requestId(), request, new PendingRequest.Generate(answer, listener));
        return answer;
    }

    /** Ends a generation early; its answer then says so. */
    public void cancel(long requestId) {
        send(new EngineRequest.Cancel(requestId));
    }

    /** Tells where its channels are carried from now on. */
    public void moveChannels(String place) {
        send(new EngineRequest.MoveChannels(place));
    }

    /** Asks for a heartbeat now. */
    public void ping() {
        send(new EngineRequest.Ping());
    }

    /** Asks the engine to end its process, which hangs up then; what is not answered fails. */
    public void shutdown() {
        closed = true;
        send(new EngineRequest.Shutdown());
    }

    /** The heartbeat last received. */
    public Optional<EngineEvent.Heartbeat> heartbeat() {
        return heartbeat;
    }

    private void ask(long requestId, EngineRequest request, PendingRequest entry) {
        byte[] frame = EngineJson.encode(request);
        if (!Frames.fits(frame.length)) {
            entry.answer().completeExceptionally(tooLong(frame.length));
            return;
        }
        if (pending.putIfAbsent(requestId, entry) != null) {
            throw new IllegalArgumentException(
                    "request id %d is in use, want a new one".formatted(requestId));
        }
        send(frame);
        // The receiver sets the loss before it fails what is pending, so that nothing stays.
        loss.ifPresent(this::failPending);
    }

    private static EngineException tooLong(int lengthBytes) {
        return new EngineException(
                FailureCode.INVALID_REQUEST,
                "the request has %,d bytes, want at most %,d; ask for less at once"
                        .formatted(lengthBytes, Frames.LENGTH_MAX_BYTES));
    }

    private void send(EngineRequest request) {
        send(EngineJson.encode(request));
    }

    private void send(byte[] frame) {
        if (!connection.send(frame)) {
            LOG.debug("{} bytes are not sent, as the engine is gone", frame.length);
        }
    }

    /** How long nothing has come from the engine. */
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heardNs);
    }

    private void watch(Duration silenceMax) {
        try {
            while (!lost.await(silenceMax.toMillis() / 10, TimeUnit.MILLISECONDS)) {
                if (silence().compareTo(silenceMax) > 0) {
                    refusal = Optional.of(silent(silenceMax));
                    connection.abort();
                    return;
                }
            }
        } catch (InterruptedException _) {
            connection.abort();
        }
    }

    private static EngineException silent(Duration silenceMax) {
        return new EngineException(
                FailureCode.LOST,
                "the engine has sent nothing for %d s, want a heartbeat each second: it hangs or is stopped"
                        .formatted(silenceMax.toSeconds()));
    }

    private void receive() {
        try {
            Optional<byte[]> frame = connection.receive();
            while (frame.isPresent()) {
                heardNs = System.nanoTime();
                onEvent(EngineJson.event(frame.get()));
                frame = connection.receive();
            }
        } catch (IOException e) {
            LOG.debug("the engine's events end", e);
        } finally {
            onLoss();
        }
    }

    private void onLoss() {
        lost.countDown();
        connection.abort();
        EngineException failure = lossFailure();
        loss = Optional.of(failure);
        hello.completeExceptionally(failure);
        failPending(failure);
        if (!closed) {
            unasked.complete(failure);
        }
    }

    private EngineException lossFailure() {
        if (closed) {
            return new EngineException(
                    FailureCode.LOST, "the connection to the engine was closed from our side");
        }
        String activity =
                pending.values().stream()
                        .map(PendingRequest::activity)
                        .min(String::compareTo)
                        .orElse("idle");
        return refusal.orElseGet(() -> lossReport.apply(activity));
    }

    private void failPending(EngineException failure) {
        for (long requestId : pending.keySet()) {
            fail(requestId, failure);
        }
    }

    private void fail(long requestId, EngineException failure) {
        PendingRequest entry = pending.remove(requestId);
        if (entry != null) {
            entry.answer().completeExceptionally(failure);
        }
    }

    private void onEvent(EngineEvent event) {
        switch (event) {
            case EngineEvent.Hello first -> hello.complete(first);
            case EngineEvent.LoadProgress progress -> onProgress(progress);
            case EngineEvent.Loaded loaded -> onLoaded(loaded);
            case EngineEvent.Joined joined -> onJoined(joined);
            case EngineEvent.Tokenized tokenized -> onTokenized(tokenized);
            case EngineEvent.Token token -> onToken(token);
            case EngineEvent.Finished finished -> onFinished(finished);
            case EngineEvent.Failed failed -> onFailed(failed);
            case EngineEvent.Heartbeat beat -> heartbeat = Optional.of(beat);
        }
    }

    private void onProgress(EngineEvent.LoadProgress event) {
        if (pending.get(event.requestId()) instanceof PendingRequest.Load load) {
            load.progress().loaded(event.doneBytes(), event.totalBytes());
        }
    }

    private void onLoaded(EngineEvent.Loaded event) {
        if (pending.remove(event.requestId()) instanceof PendingRequest.Load load) {
            load.answer().complete(event);
        }
    }

    private void onJoined(EngineEvent.Joined event) {
        if (pending.remove(event.requestId()) instanceof PendingRequest.Join join) {
            join.answer().complete(event);
        }
    }

    private void onTokenized(EngineEvent.Tokenized event) {
        if (pending.remove(event.requestId()) instanceof PendingRequest.Tokenize tokenize) {
            tokenize.answer().complete(event);
        }
    }

    private void onToken(EngineEvent.Token event) {
        if (pending.get(event.requestId()) instanceof PendingRequest.Generate generate) {
            generate.listener().onToken(event);
        }
    }

    private void onFinished(EngineEvent.Finished event) {
        if (pending.remove(event.requestId()) instanceof PendingRequest.Generate generate) {
            generate.answer().complete(event);
        }
    }

    private void onFailed(EngineEvent.Failed event) {
        var failure = new EngineException(event.code(), event.message());
        if (event.requestId().isPresent()) {
            fail(event.requestId().getAsLong(), failure);
        } else {
            refusal = Optional.of(failure);
        }
    }

    /** Hangs up; what is not answered fails. The engine waits for another control process. */
    @Override
    public void close() {
        closed = true;
        connection.close();
    }
}
