package org.boltmesh.actors.control;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.process.FrameConnection;
import org.boltmesh.process.FrameException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a command. Its own thread receives; actors' threads send, which never blocks:
 * {@link FrameConnection} hangs up on a client that does not read.
 */
final class ControlSession {
    private static final Logger LOG = LoggerFactory.getLogger(ControlSession.class);

    private final FrameConnection connection;
    private final ClusterAccess cluster;
    private final ControlEvent.Hello hello;
    private final AtomicBoolean busy = new AtomicBoolean();

    /** Of the latest answer. Belongs to the thread that receives. */
    private Runnable cancel = () -> {};

    ControlSession(FrameConnection connection, ClusterAccess cluster, ControlEvent.Hello hello) {
        this.connection = connection;
        this.cluster = cluster;
        this.hello = hello;
    }

    /** Serves until the client hangs up or sends what is no request. */
    void run() {
        try {
            if (greet()) {
                serve();
            }
        } catch (FrameException e) {
            LOG.info("hanging up on a command: {}", e.getMessage());
            send(new ControlEvent.Refused(String.valueOf(e.getMessage())));
        } catch (ClosedChannelException e) {
            LOG.debug("hung up", e);
        } catch (IOException e) {
            LOG.info("a command hung up: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("hanging up on a command, for its request failed", e);
            send(new ControlEvent.Refused("internal error: " + e));
        } finally {
            cancelAnswer();
            connection.close();
        }
    }

    /** Whether the client speaks our version. */
    private boolean greet() throws IOException {
        Optional<byte[]> frame = connection.receive();
        if (frame.isEmpty()) {
            return false;
        }
        if (ControlJson.request(frame.get()) instanceof ControlRequest.Hello theirs) {
            send(hello);
            return theirs.protocolVersion() == hello.protocolVersion();
        }
        throw new FrameException("the first request is not hello");
    }

    private void serve() throws IOException {
        Optional<byte[]> frame = connection.receive();
        while (frame.isPresent()) {
            handle(ControlJson.request(frame.get()));
            frame = connection.receive();
        }
    }

    private void handle(ControlRequest request) throws FrameException {
        if (request instanceof ControlRequest.Cancel) {
            cancelAnswer();
            return;
        }
        if (!busy.compareAndSet(false, true)) {
            throw new FrameException(
                    "a request came while another runs, want one at a time in a connection");
        }
        cancel = () -> {};
        switch (request) {
            case ControlRequest.State _ -> answer(cluster.state(), ControlEvent.State::new);
            case ControlRequest.Load load -> cluster.load(load.model(), this::onLoad);
            case ControlRequest.Unload unload ->
                    answer(cluster.unload(unload.model()), ControlEvent.Unloaded::new);
            case ControlRequest.Answer answer ->
                    cancel = cluster.answer(answer.request(), this::onAnswer);
            case ControlRequest.Hello _ -> throw new FrameException("hello came twice");
            case ControlRequest.Cancel _ -> cancelAnswer();
        }
    }

    private void cancelAnswer() {
        if (busy.get()) {
            cancel.run();
        }
        cancel = () -> {};
    }

    private <T> void answer(CompletionStage<T> stage, Function<T, ControlEvent> event) {
        stage.handle((value, fault) -> fault == null ? event.apply(value) : refusal(fault))
                .thenAccept(this::sendLast)
                .exceptionally(
                        fault -> {
                            LOG.error("hanging up on a command that cannot be answered", fault);
                            abort();
                            return null;
                        });
    }

    private static ControlEvent refusal(Throwable fault) {
        Throwable cause =
                fault instanceof CompletionException && fault.getCause() != null
                        ? fault.getCause()
                        : fault;
        return new ControlEvent.Refused(
                Optional.ofNullable(cause.getMessage()).orElse(cause.toString()));
    }

    private void onLoad(LoadEvent event) {
        switch (event) {
            case LoadEvent.Progress _ -> send(new ControlEvent.LoadCame(event));
            case LoadEvent.Done _, LoadEvent.Refused _ ->
                    sendLast(new ControlEvent.LoadCame(event));
        }
    }

    private void onAnswer(AnswerEvent event) {
        switch (event) {
            case AnswerEvent.Begun _, AnswerEvent.Token _ ->
                    send(new ControlEvent.AnswerCame(event));
            case AnswerEvent.Finished _, AnswerEvent.Failed _ ->
                    sendLast(new ControlEvent.AnswerCame(event));
        }
    }

    /** Not busy before it is sent: the client's next request may come at once. */
    private void sendLast(ControlEvent event) {
        busy.set(false);
        send(event);
    }

    private void send(ControlEvent event) {
        if (!connection.send(ControlJson.encode(event))) {
            LOG.debug("nobody is there for {}", event);
        }
    }

    /** Hangs up at once. */
    void abort() {
        connection.abort();
    }
}
