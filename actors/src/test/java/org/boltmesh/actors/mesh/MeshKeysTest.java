package org.boltmesh.actors.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.boltmesh.actors.secret.SecretKeys;
import org.boltmesh.actors.settings.ClusterSecret;
import org.boltmesh.driver.mesh.MeshKey;
import org.junit.jupiter.api.Test;

class MeshKeysTest {
    private static MeshKey key(String secret) {
        return MeshKeys.of(Optional.of(SecretKeys.of(new ClusterSecret(secret))));
    }

    @Test
    void shouldBeTheSameForHoldersOfOneSecretOnly() {
        MeshKey key = key("a secret of enough characters");
        assertThat(key).isEqualTo(key("a secret of enough characters"));
        assertThat(key).isNotEqualTo(key("another of enough characters"));
        assertThat(key.hex()).hasSize(64);
        assertThat(key.toString()).doesNotContain(key.hex());
        assertThat(MeshKeys.of(Optional.empty())).isEqualTo(MeshKeys.of(Optional.empty()));
    }
}
