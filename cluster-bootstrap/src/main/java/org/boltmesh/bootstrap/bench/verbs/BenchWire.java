package org.boltmesh.bootstrap.bench.verbs;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.RemoteQueuePair;

/** The socket over which the two ends agree what comes next. */
public final class BenchWire implements Closeable {
    private static final int MAGIC = 0x424D5631;
    private static final int SILENCE_MS = 60_000;
    private static final int LOOK_MS = 1;
    private static final int MANNERS_LENGTH_MAX = 32;

    private final Socket socket;
    private final PushbackInputStream bytes;
    private final DataInputStream in;
    private final DataOutputStream out;

    /** Over a connected socket, which it closes. */
    public BenchWire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(SILENCE_MS);
        bytes = new PushbackInputStream(socket.getInputStream());
        in = new DataInputStream(bytes);
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /** Both ends say who they are; they must have the same manners. */
    public void greet(Manners own) throws IOException {
        out.writeInt(MAGIC);
        out.writeUTF(own.name());
        out.flush();
        int magic = in.readInt();
        if (magic != MAGIC) {
            throw new VerbsBenchException(
                    "%s began with %08x, want another bench (%08x)"
                            .formatted(socket.getRemoteSocketAddress(), magic, MAGIC));
        }
        String manners = in.readUTF();
        if (!manners.equals(own.name())) {
            throw new VerbsBenchException(
                    "devices of different manners: here %s, at %s %s"
                            .formatted(own, socket.getRemoteSocketAddress(), shown(manners)));
        }
    }

    /** Nobody knows who said it. */
    private static String shown(String text) {
        return text.substring(0, Math.min(MANNERS_LENGTH_MAX, text.length()))
                .replaceAll("[^A-Z_]", "?");
    }

    /** Says a number. */
    public void write(int number) throws IOException {
        out.writeInt(number);
        out.flush();
    }

    /** The next number; {@code atEnd} if the other end has closed. */
    public int read(int atEnd) throws IOException {
        try {
            return in.readInt();
        } catch (EOFException e) {
            return atEnd;
        }
    }

    /** Whether the other end has said something. Never blocks, and does not see that it is gone. */
    public boolean hasNews() throws IOException {
        return in.available() > 0;
    }

    /** Whether it has said something, or has closed, by itself or by its death. Takes a moment. */
    public boolean hasNewsOrEnded() throws IOException {
        socket.setSoTimeout(LOOK_MS);
        try {
            int next = bytes.read();
            if (next >= 0) {
                bytes.unread(next);
            }
            return true;
        } catch (SocketTimeoutException _) {
            return false;
        } finally {
            socket.setSoTimeout(SILENCE_MS);
        }
    }

    void write(RemoteQueuePair pair) throws IOException {
        out.write(pair.gid().bytes());
        out.writeInt(pair.lid());
        out.writeInt(pair.number());
        out.writeInt(pair.packetSequenceNumber());
        out.flush();
    }

    RemoteQueuePair readPair() throws IOException {
        byte[] gid = new byte[Gid.LENGTH_BYTES];
        in.readFully(gid);
        try {
            return new RemoteQueuePair(Gid.of(gid), in.readInt(), in.readInt(), in.readInt());
        } catch (IllegalArgumentException e) {
            throw new VerbsBenchException("the other end has an impossible " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
