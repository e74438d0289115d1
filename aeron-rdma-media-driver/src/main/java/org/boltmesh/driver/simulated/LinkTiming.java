package org.boltmesh.driver.simulated;

/** When a message that goes over a cable gets there. Times are those of one clock, in ns. */
final class LinkTiming {
    /** How far ahead one queue pair may reserve a link that others want, too. */
    static final long HORIZON_NS = 1_000_000;

    private static final long SECOND_NS = 1_000_000_000;

    private LinkTiming() {}

    /** How long the bytes keep one direction of the link busy; 0 bytes per second is unlimited. */
    static long transferNs(long lengthBytes, long bandwidthBytesPerSecond) {
        return bandwidthBytesPerSecond == 0
                ? 0
                : Math.ceilDiv(lengthBytes * SECOND_NS, bandwidthBytesPerSecond);
    }

    /** Whether the link comes free soon enough to reserve it now. */
    static boolean mayReserve(long nowNs, long linkFreeNs) {
        return linkFreeNs - nowNs <= HORIZON_NS;
    }

    /** When a message starts on a link that is busy until {@code linkFreeNs}. */
    static long startNs(long nowNs, long linkFreeNs) {
        return linkFreeNs - nowNs > 0 ? linkFreeNs : nowNs;
    }
}
