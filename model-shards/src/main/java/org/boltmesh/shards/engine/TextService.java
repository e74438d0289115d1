package org.boltmesh.shards.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.template.ChatMessage;
import org.boltmesh.shards.template.ChatTemplate;
import org.boltmesh.shards.template.TemplateException;
import org.boltmesh.shards.tokenizer.TokenizerException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokenizes and renders chat templates on a thread of its own: a long text or a first template
 * takes a second or more, in which cancellations must come through.
 */
final class TextService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TextService.class);
    private static final int WAITING_MAX = 256;

    private final ThreadPoolExecutor worker =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(WAITING_MAX),
                    Thread.ofPlatform().daemon().name("text").factory());

    /** Of the one model that an engine holds; the worker's. */
    private @Nullable ChatTemplate template;

    void tokenize(EngineRequest.Tokenize request, LoadedModel model, EventSink sink) {
        submit(
                request.requestId(),
                sink,
                () ->
                        tokenized(
                                request.requestId(),
                                model.encoder()
                                        .encode(
                                                request.text(),
                                                request.addSpecial(),
                                                request.parseSpecial())));
    }

    private static EngineEvent tokenized(long requestId, int[] tokens) {
        return new EngineEvent.Tokenized(requestId, IntStream.of(tokens).boxed().toList());
    }

    /** Compiles the chat template of a model that has one and begins here, before it is needed. */
    void warm(LoadedModel model) {
        if (model.runner().range().embedding()) {
            model.vocabulary().chatTemplate().ifPresent(this::warmLater);
        }
    }

    private void warmLater(String source) {
        try {
            worker.execute(() -> warm(source));
        } catch (RejectedExecutionException _) {
            LOG.debug("the first chat will compile its template");
        }
    }

    private void warm(String source) {
        try {
            var _ = compiled(source);
        } catch (RuntimeException e) {
            // The first chat is told; the end of the engine is no fault.
            if (!worker.isShutdown()) {
                LOG.warn("chats will be refused: {}", e.getMessage());
            }
        }
    }

    private ChatTemplate compiled(String source) {
        ChatTemplate present = template;
        if (present == null) {
            present = ChatTemplate.compile(source);
            template = present;
        }
        return present;
    }

    void tokenize(EngineRequest.TokenizeChat request, LoadedModel model, EventSink sink) {
        submit(request.requestId(), sink, () -> chatTokens(request, model));
    }

    private EngineEvent chatTokens(EngineRequest.TokenizeChat request, LoadedModel model) {
        Optional<String> source = model.vocabulary().chatTemplate();
        if (source.isEmpty()) {
            return failed(
                    request.requestId(),
                    FailureCode.INVALID_REQUEST,
                    "the model has no chat template, want a prompt to complete");
        }
        TextEncoder encoder = model.encoder();
        List<ChatMessage> guarded =
                request.messages().stream().map(said -> guarded(said, encoder)).toList();
        String text =
                compiled(source.get())
                        .render(
                                guarded,
                                request.addGenerationPrompt(),
                                model.vocabulary().bosText(),
                                model.vocabulary().eosText());
        return tokenized(request.requestId(), encoder.encodeGuarded(text));
    }

    private static ChatMessage guarded(ChatMessage said, TextEncoder encoder) {
        return new ChatMessage(encoder.guard(said.role()), encoder.guard(said.content()));
    }

    /** Makes an answer; may throw what {@link #answer} knows. */
    @FunctionalInterface
    private interface Work {
        EngineEvent answer();
    }

    private void submit(long requestId, EventSink sink, Work work) {
        try {
            worker.execute(() -> sink.send(answer(requestId, work)));
        } catch (RejectedExecutionException _) {
            sink.send(
                    failed(
                            requestId,
                            FailureCode.QUEUE_FULL,
                            "%d texts wait already, want at most as many; try again later"
                                    .formatted(WAITING_MAX)));
        }
    }

    private static EngineEvent answer(long requestId, Work work) {
        try {
            return work.answer();
        } catch (TemplateException e) {
            return failed(
                    requestId,
                    FailureCode.INVALID_REQUEST,
                    "the model's chat template: " + e.getMessage());
        } catch (ModelException | TokenizerException e) {
            return failed(requestId, FailureCode.MODEL, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("a text could not be treated", e);
            return failed(requestId, FailureCode.INTERNAL, "treating a text failed: " + e);
        }
    }

    private static EngineEvent.Failed failed(long requestId, FailureCode code, String message) {
        return new EngineEvent.Failed(OptionalLong.of(requestId), code, message);
    }

    /** Ends the present work, waiting a moment for it, so that the model can be freed. */
    @Override
    public void close() {
        worker.shutdownNow();
        try {
            if (!worker.awaitTermination(1, TimeUnit.SECONDS)) {
                LOG.warn("a text is still being treated and is left");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
