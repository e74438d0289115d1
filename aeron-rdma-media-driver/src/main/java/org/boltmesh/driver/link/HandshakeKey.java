package org.boltmesh.driver.link;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The key under all handshake messages of a cluster. It shows itself nowhere. */
public final class HandshakeKey {
    static final int MAC_LENGTH_BYTES = 32;

    private static final byte[] LABEL =
            "boltmesh link handshake 1".getBytes(StandardCharsets.US_ASCII);
    private static final String MAC = "HmacSHA256";

    private final SecretKey key;

    private HandshakeKey(SecretKey key) {
        this.key = key;
    }

    /**
     * HKDF (RFC 5869) of the cluster secret with a label of its own.
     *
     * @param secret at least 16 bytes that cannot be guessed: the cluster secret after scrypt
     */
    public static HandshakeKey of(byte[] secret) {
        if (secret.length < 16) {
            throw new IllegalArgumentException(
                    "cluster secret of " + secret.length + " bytes, want at least 16");
        }
        try {
            KDF kdf = KDF.getInstance("HKDF-SHA256");
            HKDFParameterSpec spec =
                    HKDFParameterSpec.ofExtract()
                            .addIKM(secret)
                            .thenExpand(LABEL, MAC_LENGTH_BYTES);
            return new HandshakeKey(new SecretKeySpec(kdf.deriveData(spec), MAC));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HKDF-SHA256", e);
        }
    }

    Mac mac() {
        return mac(key);
    }

    static Mac mac(byte[] key) {
        return mac(new SecretKeySpec(key, MAC));
    }

    private static Mac mac(SecretKey key) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(key);
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("this Java has no " + MAC, e);
        }
    }

    @Override
    public String toString() {
        return "HandshakeKey[hidden]";
    }
}
