package org.boltmesh.actors.control;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.process.Frames;
import org.boltmesh.process.ProcessSocket;

/**
 * A command's connection to a running node. One thread asks, one request after the other, and waits
 * for the answer; an interrupt ends the wait and the connection. Only {@link #cancel()} may be
 * called by others. All methods throw {@link ControlException} when the node refuses or hangs up.
 */
public final class ControlClient implements AutoCloseable {
    private final SocketChannel channel;
    private final Path dataFolder;
    private final ControlEvent.Hello hello;

    private ControlClient(SocketChannel channel, Path dataFolder) throws InterruptedException {
        this.channel = channel;
        this.dataFolder = dataFolder;
        hello = greeting();
    }

    /**
     * A connection to the node with this data folder.
     *
     * @throws ControlException when there is none, or one of another version
     */
    public static ControlClient connect(Path dataFolder) throws InterruptedException {
        SocketChannel channel = open(dataFolder);
        boolean connected = false;
        try {
            var client = new ControlClient(channel, dataFolder);
            connected = true;
            return client;
        } finally {
            if (!connected) {
                close(channel);
            }
        }
    }

    private static SocketChannel open(Path dataFolder) throws InterruptedException {
        try {
            Path socket =
                    new ControlPlace(dataFolder).socket().orElseThrow(() -> noNode(dataFolder));
            return ProcessSocket.connect(socket);
        } catch (ClosedByInterruptException _) {
            throw interrupted();
        } catch (AccessDeniedException _) {
            throw noRight(dataFolder);
        } catch (IOException e) {
            throw String.valueOf(e.getMessage()).contains("Permission denied")
                    ? noRight(dataFolder)
                    : noNode(dataFolder);
        }
    }

    private static ControlException noRight(Path dataFolder) {
        return new ControlException(
                "no right to reach the node with data folder %s; it runs as another user"
                        .formatted(dataFolder));
    }

    private static ControlException noNode(Path dataFolder) {
        return new ControlException(
                "no node runs with data folder %s; start one: java -jar node.jar run --config FILE, or name another with --config or --data-folder"
                        .formatted(dataFolder));
    }

    private ControlEvent.Hello greeting() throws InterruptedException {
        send(new ControlRequest.Hello(ControlEvent.Hello.PROTOCOL_VERSION));
        ControlEvent event = receive("greeting");
        if (!(event instanceof ControlEvent.Hello theirs)) {
            throw unexpected(event);
        }
        if (theirs.protocolVersion() != ControlEvent.Hello.PROTOCOL_VERSION) {
            throw new ControlException(
                    "node %s (process %d) speaks version %d of the control protocol, want %d; use the node.jar that runs there, or restart it with this one"
                            .formatted(
                                    theirs.node(),
                                    theirs.processId(),
                                    theirs.protocolVersion(),
                                    ControlEvent.Hello.PROTOCOL_VERSION));
        }
        return theirs;
    }

    /** Which node this is. */
    public ControlEvent.Hello hello() {
        return hello;
    }

    /** The cluster as its director knows it. */
    public ClusterState state() throws InterruptedException {
        send(new ControlRequest.State());
        ControlEvent event = receive("asked for its state");
        if (event instanceof ControlEvent.State state) {
            return state.cluster();
        }
        throw unexpected(event);
    }

    /**
     * Loads a model.
     *
     * @param listener hears every event, the last too
     * @return the last
     */
    public LoadEvent load(ModelSpec model, Consumer<LoadEvent> listener)
            throws InterruptedException {
        send(new ControlRequest.Load(model));
        while (true) {
            ControlEvent event = receive("loading " + model.name());
            if (!(event instanceof ControlEvent.LoadCame came)) {
                throw unexpected(event);
            }
            listener.accept(came.event());
            switch (came.event()) {
                case LoadEvent.Progress _ -> {}
                case LoadEvent.Done done -> {
                    return done;
                }
                case LoadEvent.Refused refused -> {
                    return refused;
                }
            }
        }
    }

    /** Unloads a model; what comes back says why not. */
    public Optional<String> unload(String model) throws InterruptedException {
        send(new ControlRequest.Unload(model));
        ControlEvent event = receive("unloading " + model);
        if (event instanceof ControlEvent.Unloaded unloaded) {
            return unloaded.refusal();
        }
        throw unexpected(event);
    }

    /**
     * Asks a model for an answer.
     *
     * @param listener hears every event, the last too
     * @return the last
     */
    public AnswerEvent answer(AnswerRequest request, Consumer<AnswerEvent> listener)
            throws InterruptedException {
        send(new ControlRequest.Answer(request));
        while (true) {
            ControlEvent event = receive("answering");
            if (!(event instanceof ControlEvent.AnswerCame came)) {
                throw unexpected(event);
            }
            listener.accept(came.event());
            switch (came.event()) {
                case AnswerEvent.Begun _, AnswerEvent.Token _ -> {}
                case AnswerEvent.Finished finished -> {
                    return finished;
                }
                case AnswerEvent.Failed failed -> {
                    return failed;
                }
            }
        }
    }

    /** Ends the running answer early; it then finishes as cancelled. Any thread. */
    public void cancel() throws InterruptedException {
        send(new ControlRequest.Cancel());
    }

    /** Frames of two threads must not mix. */
    private synchronized void send(ControlRequest request) throws InterruptedException {
        byte[] frame = ControlJson.encode(request);
        if (!Frames.fits(frame.length)) {
            throw new ControlException(
                    "a request of %d bytes, want at most %d; shorten the prompt"
                            .formatted(frame.length, Frames.LENGTH_MAX_BYTES));
        }
        try {
            Frames.write(channel, frame);
        } catch (ClosedByInterruptException _) {
            throw interrupted();
        } catch (IOException e) {
            throw lastWord(e);
        }
    }

    /** A node that hangs up may have said why. */
    private ControlException lastWord(IOException fault) throws InterruptedException {
        ControlEvent event = receive("asked");
        return event instanceof ControlEvent.Refused
                ? unexpected(event)
                : hungUp("asked", String.valueOf(fault.getMessage()));
    }

    private ControlEvent receive(String activity) throws InterruptedException {
        try {
            byte[] frame =
                    Frames.read(channel)
                            .orElseThrow(() -> hungUp(activity, "it closed the socket"));
            return ControlJson.event(frame);
        } catch (ClosedByInterruptException _) {
            throw interrupted();
        } catch (IOException e) {
            throw hungUp(activity, String.valueOf(e.getMessage()));
        }
    }

    private static InterruptedException interrupted() {
        Thread.interrupted(); // told by the exception from here on
        return new InterruptedException("interrupted while asking a node");
    }

    private ControlException hungUp(String activity, String reason) {
        return new ControlException(
                "the node with data folder %s hung up while %s (%s); its log in %s says more"
                        .formatted(dataFolder, activity, reason, dataFolder.resolve("logs")));
    }

    private static ControlException unexpected(ControlEvent event) {
        return new ControlException(
                event instanceof ControlEvent.Refused refused
                        ? refused.message()
                        : "the node answered something else than was asked: " + event);
    }

    /** Hangs up, which cancels an answer that is not finished. */
    @Override
    public void close() {
        close(channel);
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new ControlException("cannot close a connection: " + e.getMessage());
        }
    }
}
