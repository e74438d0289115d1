package org.boltmesh.driver.simulated;

import org.boltmesh.driver.verbs.Gid;

/** The GID table of a port: link-local first, IPv4-mapped second, as it often is on hardware. */
final class Gids {
    static final int TABLE_LENGTH = 8;
    static final int LINK_LOCAL_INDEX = 0;
    static final int IPV4_INDEX = 1;

    private static final long LINK_LOCAL_PREFIX = 0xFE80L << 48;
    private static final long FNV_PRIME = 0x100000001B3L;
    private static final long FNV_BASIS = 0xCBF29CE484222325L;

    private Gids() {}

    /** A link-local address that differs between devices. */
    static Gid linkLocal(CableEnd end) {
        long hash = FNV_BASIS;
        for (char c : end.toString().toCharArray()) {
            hash = (hash ^ c) * FNV_PRIME;
        }
        return new Gid(LINK_LOCAL_PREFIX, hash);
    }
}
