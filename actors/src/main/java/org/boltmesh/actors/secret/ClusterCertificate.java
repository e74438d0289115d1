package org.boltmesh.actors.secret;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.util.PrivateKeyInfoFactory;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The one key pair and self-signed certificate of a cluster. Ed25519 takes any 32 bytes as its key
 * and signs without randomness, so every holder of the secret makes the same certificate, byte for
 * byte, and the others need only compare.
 */
record ClusterCertificate(PrivateKey key, X509Certificate certificate) {
    private static final String LABEL = "artery tls ed25519 1";
    private static final X500Name NAME = new X500Name("CN=Boltmesh cluster");

    /** Dates and number are part of the bytes: they may never change. */
    private static final Instant NOT_BEFORE = Instant.parse("2020-01-01T00:00:00Z");

    private static final Instant NOT_AFTER = Instant.parse("9999-12-31T23:59:59Z");

    static ClusterCertificate of(SecretKeys keys) {
        var pair =
                new Ed25519PrivateKeyParameters(
                        keys.key(LABEL, Ed25519PrivateKeyParameters.KEY_SIZE));
        try {
            PrivateKey key =
                    KeyFactory.getInstance("Ed25519")
                            .generatePrivate(
                                    new PKCS8EncodedKeySpec(
                                            PrivateKeyInfoFactory.createPrivateKeyInfo(pair)
                                                    .getEncoded()));
            return new ClusterCertificate(key, selfSigned(pair, key));
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException("this Java cannot make an Ed25519 certificate", e);
        }
    }

    private static X509Certificate selfSigned(Ed25519PrivateKeyParameters pair, PrivateKey key)
            throws IOException, OperatorCreationException, GeneralSecurityException {
        var builder =
                new X509v3CertificateBuilder(
                        NAME,
                        BigInteger.ONE,
                        Date.from(NOT_BEFORE),
                        Date.from(NOT_AFTER),
                        NAME,
                        SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(
                                pair.generatePublicKey()));
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("Ed25519").build(key)));
    }
}
