package org.boltmesh.shards.engine;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.boltmesh.process.ClaimedService;
import org.boltmesh.process.FrameConnection;
import org.boltmesh.process.FrameException;
import org.boltmesh.process.Frames;
import org.boltmesh.shards.model.ShardInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One control process at an engine: takes its requests, sends it events. */
final class EngineSession implements EventSink, ClaimedService.Session {
    private static final Logger LOG = LoggerFactory.getLogger(EngineSession.class);

    private final FrameConnection connection;
    private final StepLoop loop;
    private final TextService texts;
    private final Runnable onShutdown;
    private final Map<Long, Generation> generations = new ConcurrentHashMap<>();

    /**
     * A session that begins with {@link #run()}.
     *
     * @param onShutdown called when control asks the engine to end
     */
    EngineSession(
            FrameConnection connection, StepLoop loop, TextService texts, Runnable onShutdown) {
        this.connection = connection;
        this.loop = loop;
        this.texts = texts;
        this.onShutdown = onShutdown;
    }

    /** Serves until control hangs up, or sends what is no request. */
    @Override
    public void run() {
        send(
                new EngineEvent.Hello(
                        EngineEvent.Hello.PROTOCOL_VERSION, ProcessHandle.current().pid()));
        try {
            serve();
        } finally {
            loop.cancelAll(this);
            connection.close();
        }
    }

    private void serve() {
        try {
            Optional<byte[]> frame = connection.receive();
            while (frame.isPresent()) {
                onRequest(EngineJson.request(frame.get()));
                frame = connection.receive();
            }
        } catch (FrameException e) {
            LOG.info("control sent what is no request and is hung up on: {}", e.getMessage());
            refuse(FailureCode.PROTOCOL, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            LOG.info("control is gone: {}", e.toString());
        }
    }

    @Override
    public void send(EngineEvent event) {
        switch (event) {
            case EngineEvent.Loaded _ -> loop.model().ifPresent(texts::warm);
            case EngineEvent.Finished finished -> generations.remove(finished.requestId());
            case EngineEvent.Failed failed -> failed.requestId().ifPresent(generations::remove);
            default -> {}
        }
        byte[] frame = EngineJson.encode(event);
        if (Frames.fits(frame.length)) {
            connection.send(frame);
        } else {
            tooLong(event, frame.length);
        }
    }

    /** One answer that is too long must not cost the connection, and with it all others. */
    private void tooLong(EngineEvent event, int lengthBytes) {
        String problem =
                "the answer has %,d bytes, want at most %,d; ask for less at once"
                        .formatted(lengthBytes, Frames.LENGTH_MAX_BYTES);
        switch (event) {
            case EngineEvent.Loaded loaded ->
                    refuse(loaded.requestId(), FailureCode.MODEL, problem);
            case EngineEvent.Tokenized tokenized ->
                    refuse(tokenized.requestId(), FailureCode.INVALID_REQUEST, problem);
            default -> LOG.error("an event that should be short: {}", problem);
        }
    }

    @Override
    public void refuse(String sentence) {
        refuse(FailureCode.BUSY, sentence);
    }

    @Override
    public void beat() {
        send(loop.heartbeat());
    }

    /** Sends what is the matter with the connection. */
    private void refuse(FailureCode code, String message) {
        send(new EngineEvent.Failed(OptionalLong.empty(), code, message));
    }

    private void refuse(long requestId, FailureCode code, String message) {
        connection.send(
                EngineJson.encode(
                        new EngineEvent.Failed(OptionalLong.of(requestId), code, message)));
    }

    @Override
    public void close() {
        connection.close();
    }

    private void onRequest(EngineRequest request) {
        switch (request) {
            case EngineRequest.Load load -> loop.load(load, this);
            case EngineRequest.JoinPipeline join -> loop.join(join, this);
            case EngineRequest.Tokenize tokenize -> onTokenize(tokenize);
            case EngineRequest.TokenizeChat chat -> onTokenizeChat(chat);
            case EngineRequest.Generate generate -> onGenerate(generate);
            case EngineRequest.Cancel cancel -> onCancel(cancel);
            case EngineRequest.MoveChannels move -> loop.moveChannels(move.place());
            case EngineRequest.Ping _ -> send(loop.heartbeat());
            case EngineRequest.Shutdown _ -> onShutdown.run();
        }
    }

    private void onTokenize(EngineRequest.Tokenize request) {
        withModel(request.requestId(), model -> texts.tokenize(request, model, this));
    }

    private void onTokenizeChat(EngineRequest.TokenizeChat request) {
        withModel(request.requestId(), model -> texts.tokenize(request, model, this));
    }

    private void withModel(long requestId, Consumer<LoadedModel> action) {
        loop.model().ifPresentOrElse(action, () -> refuse(requestId));
    }

    private void refuse(long requestId) {
        refuse(requestId, FailureCode.NOT_LOADED, "no model is loaded");
    }

    private void onGenerate(EngineRequest.Generate request) {
        loop.limits()
                .ifPresentOrElse(
                        limits -> generate(request, limits), () -> refuse(request.requestId()));
    }

    private void generate(EngineRequest.Generate request, ShardInfo shard) {
        Optional<String> problem = GenerateCheck.problem(request, shard);
        if (problem.isPresent()) {
            refuse(request.requestId(), FailureCode.INVALID_REQUEST, problem.get());
        } else if (generations.size() >= shard.sequencesMax() + ModelService.WAITING_MAX) {
            refuse(request.requestId(), FailureCode.QUEUE_FULL, ModelService.queueFull());
        } else {
            submit(new Generation(request, shard.contextMax(), this));
        }
    }

    private void submit(Generation generation) {
        long requestId = generation.request().requestId();
        if (generations.putIfAbsent(requestId, generation) == null) {
            loop.submit(generation);
        } else {
            refuse(
                    FailureCode.PROTOCOL,
                    "request id %d is in use, want a new one".formatted(requestId));
        }
    }

    private void onCancel(EngineRequest.Cancel request) {
        Generation generation = generations.get(request.requestId());
        if (generation != null && generation.cancelOnce()) {
            loop.cancel(generation);
        }
    }
}
