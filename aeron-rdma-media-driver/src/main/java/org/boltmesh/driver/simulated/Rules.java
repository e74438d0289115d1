package org.boltmesh.driver.simulated;

import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.QueuePairState;

/** What a device allows, and what becomes of a message; pure. */
record Rules(Manners manners) {
    private static final int DEPTH_MAX = 4095;
    private static final int COMPLETIONS_MAX = 131_071;
    private static final int ORDINARY_MESSAGE_MAX = 1 << 30;

    boolean isThunderbolt() {
        return manners == Manners.THUNDERBOLT;
    }

    DeviceAttributes attributes() {
        return isThunderbolt()
                ? new DeviceAttributes(10, 100, DEPTH_MAX, COMPLETIONS_MAX, 1)
                : new DeviceAttributes(
                        DeviceTable.QUEUE_PAIRS_MAX,
                        DeviceTable.REGIONS_MAX,
                        DEPTH_MAX,
                        COMPLETIONS_MAX,
                        1);
    }

    PathMtu mtu() {
        return isThunderbolt() ? PathMtu.MTU_4096 : PathMtu.MTU_1024;
    }

    int messageMaxBytes() {
        return isThunderbolt() ? DEPTH_MAX * Manners.FRAME_BYTES : ORDINARY_MESSAGE_MAX;
    }

    /** What a message takes of a queue's depth. */
    int units(int lengthBytes) {
        return isThunderbolt() ? Manners.frames(lengthBytes) : 1;
    }

    boolean mayPostReceive(QueuePairState state) {
        return mayPostSend(state) || (state == QueuePairState.RTR && !isThunderbolt());
    }

    /** Also in state ERR, in which everything is flushed. */
    boolean mayPostSend(QueuePairState state) {
        return state == QueuePairState.RTS || state == QueuePairState.ERR;
    }

    /** Whether a queue pair in a slot of this state takes messages. */
    boolean takesMessages(int slotState) {
        return slotState == QueuePairSlot.RTS
                || (slotState == QueuePairSlot.RTR && !isThunderbolt());
    }

    boolean fits(int sendBytes, int receiveBytes) {
        return sendBytes <= receiveBytes
                && (!isThunderbolt() || units(sendBytes) == units(receiveBytes));
    }
}
