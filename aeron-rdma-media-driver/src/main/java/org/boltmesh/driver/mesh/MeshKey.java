package org.boltmesh.driver.mesh;

/**
 * What handshakes are authenticated with, derived from the cluster secret. It shows itself nowhere.
 *
 * @param hex 16 bytes or more that cannot be guessed, in hexadecimal digits
 */
public record MeshKey(String hex) {
    @Override
    public String toString() {
        return "MeshKey[hidden]";
    }
}
