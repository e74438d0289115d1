package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client that asks for a stream over a connection with small buffers, sees that it has begun, and
 * reads nothing more until it is told to. It speaks HTTP/1.0, so that the body has no chunks.
 */
final class SlowReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 4096;
    private static final int TIMEOUT_MS = 120_000;

    private final Socket socket;
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    private SlowReader(Socket socket) {
        this.socket = socket;
    }

    /** Asks for a chat, and waits for its first chunk. */
    static SlowReader begun(GatewayNode node, ObjectNode chat) throws IOException {
        var socket = new Socket();
        var reader = new SlowReader(socket);
        boolean begun = false;
        try {
            socket.setReceiveBufferSize(BUFFER_BYTES);
            socket.setSoTimeout(TIMEOUT_MS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()));
            socket.getOutputStream().write(request(chat.put("stream", true).toString()));
            reader.awaitChunk();
            begun = true;
            return reader;
        } finally {
            if (!begun) {
                reader.close();
            }
        }
    }

    private static byte[] request(String body) {
        return """
        POST /v1/chat/completions HTTP/1.0\r
        Host: localhost\r
        Authorization: Bearer %s\r
        Content-Type: application/json\r
        Content-Length: %d\r
        \r
        %s"""
                .formatted(GatewayNode.KEY, body.length(), body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private void awaitChunk() throws IOException {
        InputStream in = socket.getInputStream();
        while (!text().contains("data: {")) {
            int next = in.read();
            assertThat(next).as("the answer ended: %s", text()).isNotNegative();
            seen.write(next);
        }
        assertThat(text()).contains(" 200 OK", "text/event-stream");
    }

    private String text() {
        return seen.toString(StandardCharsets.UTF_8);
    }

    /** All of the stream, read now. */
    EventLines rest() throws IOException {
        socket.getInputStream().transferTo(seen);
        return EventLines.of(text().substring(text().indexOf("\r\n\r\n")));
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
