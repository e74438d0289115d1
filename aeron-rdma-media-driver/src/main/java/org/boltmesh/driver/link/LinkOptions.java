package org.boltmesh.driver.link;

/** The timings of a link and what must hold between them. */
public record LinkOptions(
        KeepAlive keepAlive, Checksums checksums, Handshaking handshaking, BackOff backOff) {
    private static final long MS = 1_000_000;

    /** For links of some microseconds between processes that a scheduler may hold up. */
    public static final LinkOptions DEFAULT =
            new LinkOptions(
                    new KeepAlive(5 * MS, 25 * MS, 200 * MS, 3, 4),
                    new Checksums(8, 1000 * MS),
                    new Handshaking(20 * MS, 200 * MS, 2000 * MS, 5000 * MS, 8),
                    new BackOff(50 * MS, 5000 * MS, 30_000 * MS, 10_000 * MS));

    public LinkOptions {
        check(keepAlive.downAfterNs < handshaking.timeoutNs, "down-after below handshake time-out");
    }

    /**
     * When silence is too long.
     *
     * @param intervalNs an idle lane says something this often
     * @param suspectAfterNs silence that moves traffic to UDP, at least two intervals
     * @param downAfterNs longest time in doubt; room for {@code heardToRecover} intervals
     * @param heardToRecover good slots in a row that end the doubt
     * @param doubtsMax doubts in one epoch before it is given up
     */
    public record KeepAlive(
            long intervalNs,
            long suspectAfterNs,
            long downAfterNs,
            int heardToRecover,
            int doubtsMax) {
        public KeepAlive {
            check(intervalNs > 0, "keep-alive interval above 0");
            check(suspectAfterNs >= 2 * intervalNs, "suspect-after of two intervals at least");
            check(heardToRecover >= 1 && doubtsMax >= 1, "counts of 1 at least");
            check(downAfterNs > heardToRecover * intervalNs, "down-after above the recovery");
        }
    }

    /** So many damaged slots within this window are too many. */
    public record Checksums(int failuresMax, long windowNs) {
        public Checksums {
            check(failuresMax >= 1 && failuresMax <= 1024, "1 to 1024 checksum failures");
            check(windowNs > 0, "checksum window above 0");
        }
    }

    /**
     * How patient a handshake is.
     *
     * @param resendMinNs wait before the first repetition, doubled for each
     * @param resendMaxNs longest such wait
     * @param timeoutNs of a whole handshake
     * @param challengeLifeNs how late an offer may follow its challenge, at least the time-out
     * @param queuePairsMax of one link with those still dying; the device has 10 for all
     */
    public record Handshaking(
            long resendMinNs,
            long resendMaxNs,
            long timeoutNs,
            long challengeLifeNs,
            int queuePairsMax) {
        public Handshaking {
            check(resendMinNs > 0, "resend-min above 0");
            check(resendMaxNs >= resendMinNs, "resend-max of resend-min at least");
            check(timeoutNs >= 4 * resendMaxNs, "time-out of four longest resends at least");
            check(challengeLifeNs >= timeoutNs, "challenge-life of the time-out at least");
            check(
                    queuePairsMax >= LaneShape.LANES_MAX && queuePairsMax <= 10,
                    "4 to 10 queue pairs");
        }
    }

    /**
     * How long a link stays down.
     *
     * @param minNs wait after the first failure, doubled for each, with up to half as much jitter
     * @param maxNs longest such wait, before jitter
     * @param mismatchNs wait after a mismatch, which only a change of settings ends
     * @param stableNs a link up for so long starts again with {@code minNs}
     */
    public record BackOff(long minNs, long maxNs, long mismatchNs, long stableNs) {
        public BackOff {
            check(minNs > 0 && maxNs >= minNs, "0 < back-off-min <= back-off-max");
            check(mismatchNs >= minNs && stableNs > 0, "mismatch wait of back-off-min at least");
        }
    }

    private static void check(boolean holds, String wanted) {
        if (!holds) {
            throw new IllegalArgumentException("link options, want " + wanted);
        }
    }
}
