package org.boltmesh.actors.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.boltmesh.actors.settings.ClusterSecret;
import org.bouncycastle.crypto.generators.SCrypt;

/**
 * Keys that every holder of a cluster secret computes and nobody else can. scrypt (RFC 7914) makes
 * each guess at a weak secret cost 32 MiB and a tenth of a second; its salt is fixed, because the
 * nodes have nothing else in common before they talk. HKDF (RFC 5869) then separates the uses.
 */
public final class SecretKeys {
    private static final byte[] SALT = "boltmesh cluster-secret 1".getBytes(StandardCharsets.UTF_8);
    private static final int SCRYPT_COST = 1 << 15;
    private static final int SCRYPT_BLOCK = 8;
    private static final int SCRYPT_PARALLEL = 1;
    private static final int ROOT_BYTES = 32;

    private final SecretKeySpec root;

    private SecretKeys(byte[] root) {
        this.root = new SecretKeySpec(root, "HKDF");
    }

    /** Takes about a tenth of a second. */
    public static SecretKeys of(ClusterSecret secret) {
        return new SecretKeys(
                SCrypt.generate(
                        secret.text().getBytes(StandardCharsets.UTF_8),
                        SALT,
                        SCRYPT_COST,
                        SCRYPT_BLOCK,
                        SCRYPT_PARALLEL,
                        ROOT_BYTES));
    }

    /** The key for one use. Keys of different labels say nothing about each other. */
    public byte[] key(String label, int lengthBytes) {
        try {
            return KDF.getInstance("HKDF-SHA256")
                    .deriveData(
                            HKDFParameterSpec.expandOnly(
                                    root, label.getBytes(StandardCharsets.UTF_8), lengthBytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HKDF-SHA256", e);
        }
    }
}
