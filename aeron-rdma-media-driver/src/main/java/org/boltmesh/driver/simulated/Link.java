package org.boltmesh.driver.simulated;

import org.boltmesh.driver.verbs.Gid;

/**
 * A cable as one of its ends sees it.
 *
 * @param side this end
 * @param far the device at the other end
 */
record Link(CableMemory memory, Side side, DeviceTable far) {
    boolean isPlugged() {
        return LinkWord.isPlugged(memory.link());
    }

    boolean isActive() {
        return memory.isActive(memory.link());
    }

    long epoch() {
        return LinkWord.epoch(memory.link());
    }

    /** Whether the cable carries now, and has since the epoch began. */
    boolean isActiveSince(long epoch) {
        long word = memory.link();
        return LinkWord.epoch(word) == epoch && memory.isActive(word);
    }

    Gid gid() {
        return Gid.ofIpv4(memory.cable().address(side));
    }

    /** Whether a GID is one of the far end's. */
    boolean reaches(Gid gid) {
        return gid.equals(Gid.ofIpv4(memory.cable().address(side.other())))
                || gid.equals(Gids.linkLocal(memory.cable().end(side.other())));
    }
}
