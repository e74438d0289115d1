package org.boltmesh.actors.secret;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts one certificate: our own. TLS proves that its owner has the key, and so the secret. */
final class PinnedTrust extends X509ExtendedTrustManager {
    private final X509Certificate own;

    PinnedTrust(X509Certificate own) {
        this.own = own;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
            throws CertificateException {
        check(chain);
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length != 1 || !chain[0].equals(own)) {
            throw new OtherSecretException();
        }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {own};
    }

    /** A certificate that was not made from our secret. */
    static final class OtherSecretException extends CertificateException {
        private static final long serialVersionUID = 1L;

        OtherSecretException() {
            super("its certificate was made from another cluster-secret");
        }
    }
}
