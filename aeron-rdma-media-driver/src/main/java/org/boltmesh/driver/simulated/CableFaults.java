package org.boltmesh.driver.simulated;

/**
 * What a cable does to messages, each with a probability per million. Which message it meets is a
 * function of the seed, the direction and the message's number since the faults were set.
 *
 * @param lossPpm a message vanishes; its sender notices nothing
 * @param damagePpm one bit of it is flipped
 * @param duplicatePpm it arrives twice, where a second RECV is posted
 * @param reorderPpm the next one overtakes it
 * @param delayPpm it and what follows come {@code delayNs} later
 */
public record CableFaults(
        long seed,
        int lossPpm,
        int damagePpm,
        int duplicatePpm,
        int reorderPpm,
        int delayPpm,
        long delayNs) {
    public static final CableFaults NONE = seeded(0);

    private static final int MILLION = 1_000_000;

    public CableFaults {
        check("loss", lossPpm);
        check("damage", damagePpm);
        check("duplication", duplicatePpm);
        check("reordering", reorderPpm);
        check("delay", delayPpm);
        if (delayNs < 0) {
            throw new IllegalArgumentException("delay of " + delayNs + " ns, want 0 or more");
        }
    }

    /** No faults yet; the others are made from it. */
    public static CableFaults seeded(long seed) {
        return new CableFaults(seed, 0, 0, 0, 0, 0, 0);
    }

    public CableFaults withLoss(int ppm) {
        return new CableFaults(seed, ppm, damagePpm, duplicatePpm, reorderPpm, delayPpm, delayNs);
    }

    public CableFaults withDamage(int ppm) {
        return new CableFaults(seed, lossPpm, ppm, duplicatePpm, reorderPpm, delayPpm, delayNs);
    }

    public CableFaults withDuplication(int ppm) {
        return new CableFaults(seed, lossPpm, damagePpm, ppm, reorderPpm, delayPpm, delayNs);
    }

    public CableFaults withReordering(int ppm) {
        return new CableFaults(seed, lossPpm, damagePpm, duplicatePpm, ppm, delayPpm, delayNs);
    }

    public CableFaults withDelay(int ppm, long ns) {
        return new CableFaults(seed, lossPpm, damagePpm, duplicatePpm, reorderPpm, ppm, ns);
    }

    private static void check(String name, int ppm) {
        if (ppm < 0 || ppm > MILLION) {
            throw new IllegalArgumentException(
                    "%s of %d per million, want 0..1000000".formatted(name, ppm));
        }
    }
}
