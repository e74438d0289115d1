package org.boltmesh.driver.simulated;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits until nobody can still be writing to what was marked dead before. Those who write pin
 * themselves for one message; dead ones count no more.
 */
final class Grace {
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long PROBE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int SPINS = 1000;

    private final Station station;
    private final List<DeviceTable> tables;

    /** A grace of everybody who has queue pairs in these tables. */
    Grace(Station station, List<DeviceTable> tables) {
        this.station = station;
        this.tables = tables;
    }

    /**
     * Waits.
     *
     * @return false if somebody who lives did not get on for two seconds
     */
    boolean await() {
        for (DeviceTable table : tables) {
            for (int index = 0; index < DeviceTable.QUEUE_PAIRS_MAX; index++) {
                if (!await(table.queuePair(index))) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Begins to wait, for who may not block. Each has to be seen to get on only once: among many
     * that are busy there is hardly ever a moment in which nobody writes.
     *
     * @return whether it is past by now
     */
    BooleanSupplier begin() {
        Map<QueuePairSlot, Long> writing = new HashMap<>();
        tables.stream()
                .flatMap(DeviceTable::queuePairs)
                .forEach(slot -> writing.put(slot, slot.pins()));
        return () -> {
            writing.entrySet().removeIf(each -> isPast(each.getKey(), each.getValue()));
            return writing.isEmpty();
        };
    }

    private boolean isPast(QueuePairSlot slot, long pins) {
        return pins % 2 == 0 || slot.pins() != pins || !isAlive(slot);
    }

    private boolean await(QueuePairSlot slot) {
        long pins = slot.pins();
        if (pins % 2 == 0) {
            return true;
        }
        for (int spin = 0; spin < SPINS; spin++) {
            if (slot.pins() != pins) {
                return true;
            }
            Thread.onSpinWait();
        }
        long startNs = station.clock().getAsLong();
        while (slot.pins() == pins && isAlive(slot)) {
            if (station.clock().getAsLong() - startNs > BOUND_NS) {
                return false;
            }
            LockSupport.parkNanos(PROBE_NS);
        }
        return true;
    }

    private boolean isAlive(QueuePairSlot slot) {
        long owner = slot.owner();
        return owner != 0 && station.isAlive(owner);
    }
}
