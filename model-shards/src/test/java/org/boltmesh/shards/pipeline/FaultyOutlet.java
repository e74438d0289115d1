package org.boltmesh.shards.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Loses, doubles, swaps and holds back messages, as often as asked for. */
final class FaultyOutlet implements Outlet {
    private static final int HELD_MAX = 6;

    private final Outlet target;
    private final Random random;
    private final double rate;
    private final List<MemorySegment> held = new ArrayList<>();

    FaultyOutlet(Outlet target, Random random, double rate) {
        this.target = target;
        this.random = random;
        this.rate = rate;
    }

    @Override
    public boolean offer(MemorySegment message, long lengthBytes) {
        if (random.nextDouble() >= rate) {
            return target.offer(message, lengthBytes) && letGo();
        }
        return switch (random.nextInt(4)) {
            // Lost.
            case 0 -> true;
            // Under back-pressure.
            case 1 -> false;
            // Doubled.
            case 2 ->
                    target.offer(message, lengthBytes)
                            && (target.offer(message, lengthBytes) || letGo());
            // Held back, perhaps for long.
            default -> hold(message, lengthBytes);
        };
    }

    private boolean hold(MemorySegment message, long lengthBytes) {
        if (held.size() < HELD_MAX) {
            MemorySegment copy = Arena.ofAuto().allocate(lengthBytes);
            MemorySegment.copy(message, 0, copy, 0, lengthBytes);
            held.add(copy);
        }
        return true;
    }

    private boolean letGo() {
        if (!held.isEmpty() && random.nextInt(3) == 0) {
            MemorySegment late = held.remove(random.nextInt(held.size()));
            target.offer(late, late.byteSize());
        }
        return true;
    }

    @Override
    public void close() {
        target.close();
    }
}
