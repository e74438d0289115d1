package org.boltmesh.actors.secret;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/**
 * Mutual TLS 1.3 between the holders of one cluster secret; Artery asks it for an engine for each
 * connection. A peer with another secret, or without TLS, is refused during the handshake, before
 * any byte of it reaches Artery's decoder; {@link TlsRefusals} logs and counts it.
 *
 * <p>Pre-shared keys would need no certificate, but Java's TLS has none.
 */
public final class SecretTls implements SSLEngineProvider {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final SSLContext context;
    private final TlsRefusals refusals;

    /** TLS for holders of this secret. */
    public SecretTls(SecretKeys keys, TlsRefusals refusals) {
        this.context = context(ClusterCertificate.of(keys));
        this.refusals = refusals;
    }

    private static SSLContext context(ClusterCertificate own) {
        char[] noPassword = {};
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, noPassword);
            store.setKeyEntry(
                    "cluster", own.key(), noPassword, new Certificate[] {own.certificate()});
            var keyManagers = KeyManagerFactory.getInstance("PKIX");
            keyManagers.init(store, noPassword);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    keyManagers.getKeyManagers(),
                    new TrustManager[] {new PinnedTrust(own.certificate())},
                    null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java cannot set up TLS 1.3 with Ed25519", e);
        }
    }

    @Override
    public SSLEngine createServerSSLEngine(String hostname, int port) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(PROTOCOLS);
        engine.setNeedClientAuth(true);
        return new ReportingSslEngine(engine, refusals::refusedIncoming);
    }

    @Override
    public SSLEngine createClientSSLEngine(String hostname, int port) {
        SSLEngine engine = context.createSSLEngine(hostname, port);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(PROTOCOLS);
        return new ReportingSslEngine(
                engine, fault -> refusals.refusedOutgoing(hostname, port, fault));
    }

    /** Nothing more: the handshake has compared the certificates. */
    @Override
    public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
        return Option.empty();
    }

    /** Nothing more: the handshake has compared the certificates. */
    @Override
    public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
        return Option.empty();
    }
}
