package org.boltmesh.driver.link;

/** What was heard and said over the lanes of one epoch. */
final class Vitals {
    private final LinkOptions options;

    /** Times of the latest damaged slots, the oldest next to be overwritten. */
    private final long[] failuresNs;

    private int failures;
    private long heardNs;
    private long sentNs;
    private long doubtNs;
    private int heardInARow;
    private int doubts;

    Vitals(LinkOptions options) {
        this.options = options;
        this.failuresNs = new long[options.checksums().failuresMax()];
    }

    void begin(long nowNs) {
        heardNs = nowNs;
        sentNs = nowNs;
        failures = 0;
        doubts = 0;
    }

    void heard(long nowNs) {
        heardNs = nowNs;
        heardInARow++;
    }

    void sent(long nowNs) {
        sentNs = nowNs;
    }

    void checksumFailed(long nowNs) {
        failuresNs[failures++ % failuresNs.length] = nowNs;
        heardInARow = 0;
    }

    void doubt(long nowNs) {
        doubtNs = nowNs;
        doubts++;
        heardInARow = 0;
        failures = 0;
    }

    boolean isSilent(long nowNs) {
        return nowNs - heardNs > options.keepAlive().suspectAfterNs();
    }

    boolean isDamaged(long nowNs) {
        return failures >= failuresNs.length
                && nowNs - failuresNs[failures % failuresNs.length]
                        <= options.checksums().windowNs();
    }

    boolean isRecovered() {
        return heardInARow >= options.keepAlive().heardToRecover();
    }

    boolean isGivenUp(long nowNs) {
        return doubts > options.keepAlive().doubtsMax()
                || nowNs - doubtNs > options.keepAlive().downAfterNs();
    }

    boolean isKeepAliveDue(long nowNs) {
        return nowNs - sentNs >= options.keepAlive().intervalNs();
    }
}
