package org.boltmesh.actors.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.util.HexFormat;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.boltmesh.actors.settings.ClusterSecret;
import org.junit.jupiter.api.Test;

class SecretTlsTest {
    private static final SecretKeys KEYS = keys("the secret of one cluster");
    private static final SecretKeys OTHERS = keys("the secret of another one");

    private static final int ROUNDS_MAX = 20;

    private final ByteBuffer toServer = ByteBuffer.allocate(1 << 17);
    private final ByteBuffer toClient = ByteBuffer.allocate(1 << 17);
    private final TlsRefusals clientRefusals = new TlsRefusals();
    private final TlsRefusals serverRefusals = new TlsRefusals();

    private static SecretKeys keys(String secret) {
        return SecretKeys.of(new ClusterSecret(secret));
    }

    /** All nodes must agree, also those of other versions: these bytes are frozen. */
    @Test
    void shouldDeriveTheSameKeysForEver() {
        assertThat(HexFormat.of().formatHex(KEYS.key("label", 16)))
                .isEqualTo(
                        HexFormat.of()
                                .formatHex(keys("the secret of one cluster").key("label", 16)))
                .isEqualTo("5107259a08d735226ec88e4f914e985a")
                .isNotEqualTo(HexFormat.of().formatHex(KEYS.key("labels", 16)))
                .isNotEqualTo(HexFormat.of().formatHex(OTHERS.key("label", 16)));
    }

    @Test
    void shouldMakeOneCertificatePerSecret() throws CertificateEncodingException {
        byte[] certificate = ClusterCertificate.of(KEYS).certificate().getEncoded();
        assertThat(ClusterCertificate.of(KEYS).certificate().getEncoded()).isEqualTo(certificate);
        assertThat(ClusterCertificate.of(OTHERS).certificate().getEncoded())
                .isNotEqualTo(certificate);
    }

    @Test
    void shouldTalkWithTheSameSecret() throws SSLException {
        SSLEngine client = tls(KEYS, clientRefusals).createClientSSLEngine("h", 1);
        SSLEngine server = tls(KEYS, serverRefusals).createServerSSLEngine("h", 1);
        handshake(client, server);
        assertThat(server.getSession().getProtocol()).isEqualTo("TLSv1.3");
        assertThat(server.getSession().getPeerCertificates()).hasSize(1);
        assertThat(clientRefusals.count() + serverRefusals.count()).isZero();
    }

    @Test
    void shouldRefuseAnotherSecretOnBothSides() throws SSLException {
        SSLEngine client = tls(OTHERS, clientRefusals).createClientSSLEngine("h", 1);
        SSLEngine server = tls(KEYS, serverRefusals).createServerSSLEngine("h", 1);
        assertThatThrownBy(() -> handshake(client, server))
                .isInstanceOf(SSLException.class)
                .rootCause()
                .hasMessageContaining("another cluster-secret");
        assertThat(clientRefusals.count()).isEqualTo(1);
        // What the client has to say about it reaches the server.
        speak(client, toServer);
        assertThatThrownBy(() -> listen(server, toServer)).hasMessageContaining("certificate");
        assertThat(serverRefusals.count()).isEqualTo(1);
    }

    @Test
    void shouldRefuseBytesWithoutTls() {
        SSLEngine server = tls(KEYS, serverRefusals).createServerSSLEngine("h", 1);
        ByteBuffer raw = ByteBuffer.wrap("AKKA and anything else".getBytes(StandardCharsets.UTF_8));
        ByteBuffer target = ByteBuffer.allocate(1 << 16);
        assertThatThrownBy(() -> server.unwrap(raw, target)).isInstanceOf(SSLException.class);
        assertThat(target.position()).isZero();
        assertThat(serverRefusals.count()).isEqualTo(1);
    }

    @Test
    void shouldLogEachPlaceOnceAMinute() {
        long[] nowNs = {0};
        var refusals = new TlsRefusals(() -> nowNs[0]);
        assertThatCode(
                        () -> {
                            for (int second = 0; second < 200; second++) {
                                nowNs[0] = second * 1_000_000_000L;
                                refusals.refusedIncoming(new SSLException("no"));
                                refusals.refusedOutgoing("h", 1, new SSLException("no"));
                            }
                        })
                .doesNotThrowAnyException();
        assertThat(refusals.count()).isEqualTo(400);
        assertThat(refusals.logged()).isEqualTo(8);
    }

    private static SecretTls tls(SecretKeys keys, TlsRefusals refusals) {
        return new SecretTls(keys, refusals);
    }

    private void handshake(SSLEngine client, SSLEngine server) throws SSLException {
        client.beginHandshake();
        server.beginHandshake();
        for (int round = 0; round < ROUNDS_MAX; round++) {
            speak(client, toServer);
            listen(server, toServer);
            speak(server, toClient);
            listen(client, toClient);
            if (isDone(client) && isDone(server)) {
                return;
            }
        }
        throw new AssertionError("no end of the handshake");
    }

    private static boolean isDone(SSLEngine engine) {
        return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
    }

    private static void speak(SSLEngine engine, ByteBuffer wire) throws SSLException {
        runTasks(engine);
        for (int round = 0;
                round < ROUNDS_MAX && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
                round++) {
            engine.wrap(ByteBuffer.allocate(0), wire);
            runTasks(engine);
        }
    }

    private static void listen(SSLEngine engine, ByteBuffer wire) throws SSLException {
        wire.flip();
        ByteBuffer plain = ByteBuffer.allocate(1 << 17);
        int consumed = 1;
        while (wire.hasRemaining() && consumed > 0) {
            consumed = engine.unwrap(wire, plain).bytesConsumed();
            runTasks(engine);
        }
        wire.compact();
    }

    private static void runTasks(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask();
                task != null;
                task = engine.getDelegatedTask()) {
            task.run();
        }
    }
}
