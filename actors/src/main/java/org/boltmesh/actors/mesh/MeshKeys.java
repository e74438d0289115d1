package org.boltmesh.actors.mesh;

import java.util.HexFormat;
import java.util.Optional;
import org.boltmesh.actors.secret.SecretKeys;
import org.boltmesh.driver.mesh.MeshKey;

/** What the handshakes of a cluster are authenticated with. */
public final class MeshKeys {
    private static final String LABEL = "boltmesh rdma handshake 1";
    private static final int LENGTH_BYTES = 32;

    /** Anybody knows it: without a secret a cluster stays on loopback. */
    private static final MeshKey WITHOUT_SECRET = new MeshKey("00".repeat(LENGTH_BYTES));

    private MeshKeys() {}

    /** The key of a cluster, by the keys of its secret. */
    public static MeshKey of(Optional<SecretKeys> keys) {
        return keys.map(held -> held.key(LABEL, LENGTH_BYTES))
                .map(bytes -> new MeshKey(HexFormat.of().formatHex(bytes)))
                .orElse(WITHOUT_SECRET);
    }
}
