package org.boltmesh.driver.lane;

import org.agrona.concurrent.UnsafeBuffer;

/** Takes what arrives by a lane. */
@FunctionalInterface
public interface LaneHandler {
    /**
     * A datagram arrived undamaged, of this epoch and for the first time. It lies where the
     * hardware put it, and header and bytes are the hardware's again when this returns.
     *
     * @param header tells its kind, its endpoints and its place in the lane's order
     */
    void onDatagram(SlotHeader header, UnsafeBuffer buffer, int offset, int lengthBytes);
}
