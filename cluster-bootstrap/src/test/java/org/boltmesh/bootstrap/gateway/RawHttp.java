package org.boltmesh.bootstrap.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A connection on which a test can send any bytes, and reads what comes as HTTP. */
final class RawHttp implements AutoCloseable {
    private static final int SILENCE_MAX_MS = 20_000;
    private static final int LINE_MAX = 1 << 16;

    /** What came; names of headers are in lower case. */
    record Response(int status, Map<String, String> headers, String body) {
        boolean isLast() {
            return "close".equalsIgnoreCase(headers.getOrDefault("connection", ""));
        }
    }

    private final Socket socket;
    private final InputStream in;

    RawHttp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(SILENCE_MAX_MS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Says that nothing more is sent. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Closes so that the other side hears of it at once, whatever is on the way. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** A line of whatever comes. */
    String nextLine() throws IOException {
        in.mark(1);
        if (in.read() < 0) {
            throw new EOFException("nothing comes any more");
        }
        in.reset();
        return line();
    }

    /** The next response; nothing where the server has closed instead. */
    Optional<Response> read(boolean hasBody) throws IOException {
        String line = line();
        if (line.isEmpty()) {
            return Optional.empty();
        }
        int status = Integer.parseInt(line.split(" ", 3)[1]);
        Map<String, String> headers = new TreeMap<>();
        for (String header = line(); !header.isEmpty(); header = line()) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        if (status / 100 == 1) {
            return read(hasBody); // it may go on
        }
        byte[] body = hasBody ? body(headers) : new byte[0];
        return Optional.of(new Response(status, headers, new String(body, StandardCharsets.UTF_8)));
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        if ("chunked".equals(headers.get("transfer-encoding"))) {
            return chunks();
        }
        String length = headers.get("content-length");
        return length == null ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
    }

    private byte[] chunks() throws IOException {
        var all = new ByteArrayOutputStream();
        while (true) {
            int length = Integer.parseInt(line().strip(), 16);
            all.write(in.readNBytes(length));
            if (!line().isEmpty()) {
                throw new IOException("a chunk has no end");
            }
            if (length == 0) {
                return all.toByteArray();
            }
        }
    }

    /** Empty at the end. */
    private String line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
            if (line.length() > LINE_MAX) {
                throw new EOFException("a line has no end: " + line.substring(0, 100));
            }
        }
        return line.toString().stripTrailing();
    }

    /** Without a word more. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
