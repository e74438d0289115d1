package org.boltmesh.bootstrap.chat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.control.ControlException;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.engine.FinishReason;

/** A node of this machine, asked through the socket in its data folder, anew each time. */
public final class ControlPeer implements ChatPeer {
    private final Path dataFolder;
    private Optional<ControlClient> asking = Optional.empty();
    private boolean cancelled;

    /** The node with this data folder. */
    public ControlPeer(Path dataFolder) {
        this.dataFolder = dataFolder;
    }

    @Override
    public List<String> models() throws InterruptedException {
        try (ControlClient client = ControlClient.connect(dataFolder)) {
            return client.state().models().stream()
                    .filter(model -> model.phase() == ModelPhase.READY)
                    .map(model -> model.spec().name())
                    .toList();
        } catch (ControlException e) {
            throw new ChatException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public ChatReply answer(ChatAsk ask, Consumer<String> listener) throws InterruptedException {
        var request =
                new AnswerRequest(
                        ask.model(),
                        new Prompt.Chat(ask.messages()),
                        ask.sampling(),
                        ask.maxTokens(),
                        0,
                        true);
        try (ControlClient client = ControlClient.connect(dataFolder)) {
            begin(client);
            var tokens = new AtomicInteger();
            AnswerEvent last =
                    client.answer(
                            request,
                            event -> {
                                // What was sent before it heard of the end is still on its way.
                                if (!isCancelled()) {
                                    pass(event, tokens, listener);
                                }
                            });
            return isCancelled() ? new ChatReply.Cancelled() : reply(last, tokens.get());
        } catch (ControlException e) {
            throw new ChatException(String.valueOf(e.getMessage()), e);
        } finally {
            end();
        }
    }

    private static void pass(AnswerEvent event, AtomicInteger tokens, Consumer<String> listener) {
        switch (event) {
            case AnswerEvent.Token token -> {
                tokens.incrementAndGet();
                listener.accept(token.text());
            }
            case AnswerEvent.Finished finished -> listener.accept(finished.text());
            case AnswerEvent.Begun _, AnswerEvent.Failed _ -> {}
        }
    }

    private static ChatReply reply(AnswerEvent last, int tokens) {
        return switch (last) {
            case AnswerEvent.Finished end when end.reason() == FinishReason.CANCELLED ->
                    new ChatReply.Cancelled();
            case AnswerEvent.Finished end ->
                    new ChatReply.Complete(tokens, end.reason() == FinishReason.LENGTH);
            case AnswerEvent.Failed failed -> new ChatReply.Failed(failed.reason());
            case AnswerEvent.Begun _, AnswerEvent.Token _ ->
                    throw new IllegalStateException("an answer without an end");
        };
    }

    private synchronized void begin(ControlClient client) {
        asking = Optional.of(client);
        cancelled = false;
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    private synchronized void end() {
        asking = Optional.empty();
    }

    @Override
    public synchronized void cancel() {
        try {
            if (asking.isPresent() && !cancelled) {
                cancelled = true;
                asking.get().cancel();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
