package org.boltmesh.actors.control;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.process.FrameConnection;
import org.boltmesh.process.Frames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the commands for a running node. The node owns it and closes it. */
public final class ControlServer implements AutoCloseable {
    /** Connections at the same time; a person has few, and a script that leaks them is told. */
    public static final int CONNECTIONS_MAX = 64;

    private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);

    private final ControlPlace place;
    private final ServerSocketChannel listener;
    private final ClusterAccess cluster;
    private final ControlEvent.Hello hello;
    private final Set<ControlSession> sessions = ConcurrentHashMap.newKeySet();

    private ControlServer(
            ControlPlace place,
            ServerSocketChannel listener,
            ClusterAccess cluster,
            ControlEvent.Hello hello) {
        this.place = place;
        this.listener = listener;
        this.cluster = cluster;
        this.hello = hello;
    }

    /**
     * Listens, and serves until it is closed.
     *
     * @param dataFolder of the node, whose lock the caller holds
     * @param node its name
     * @throws IOException when it cannot listen; the message is a sentence for people
     */
    public static ControlServer start(Path dataFolder, String node, ClusterAccess cluster)
            throws IOException {
        var place = new ControlPlace(dataFolder);
        var hello =
                new ControlEvent.Hello(
                        ControlEvent.Hello.PROTOCOL_VERSION, ProcessHandle.current().pid(), node);
        var server = new ControlServer(place, place.listen(), cluster, hello);
        Thread.ofPlatform().daemon().name("control-accept").start(server::accept);
        return server;
    }

    private void accept() {
        try {
            while (true) {
                admit(listener.accept());
            }
        } catch (ClosedChannelException _) {
            LOG.debug("no longer listening for commands");
        } catch (IOException e) {
            LOG.error("this node takes no more commands", e);
        }
    }

    private void admit(SocketChannel channel) throws IOException {
        if (sessions.size() >= CONNECTIONS_MAX) {
            refuse(channel);
            return;
        }
        var session =
                new ControlSession(new FrameConnection(channel, "control-events"), cluster, hello);
        sessions.add(session);
        Thread.ofVirtual().name("control-requests").start(() -> serve(session));
    }

    private void serve(ControlSession session) {
        try {
            session.run();
        } finally {
            sessions.remove(session);
        }
    }

    /** One small frame to a new connection never waits. */
    private static void refuse(SocketChannel channel) throws IOException {
        var refusal =
                new ControlEvent.Refused(
                        "%d commands are connected to this node, want at most as many; end some"
                                .formatted(CONNECTIONS_MAX));
        try (channel) {
            Frames.write(channel, ControlJson.encode(refusal));
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            LOG.debug("a refused client is gone already", e);
        }
    }

    /** Hangs up on all clients and removes the socket. */
    @Override
    public void close() {
        try {
            listener.close();
            place.remove();
        } catch (IOException e) {
            LOG.warn("cannot remove the socket for commands", e);
        }
        sessions.forEach(ControlSession::abort);
    }
}
