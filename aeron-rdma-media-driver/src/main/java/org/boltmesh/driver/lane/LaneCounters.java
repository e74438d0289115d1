package org.boltmesh.driver.lane;

/** What a lane did since it was made. Plain numbers, of the thread that owns the lane. */
public final class LaneCounters {
    private final long[] judged = new long[SlotVerdict.COUNT];
    private final long[] offers = new long[SendResult.COUNT];
    private long sentBytes;
    private long paddingBytes;
    private long receivedBytes;
    private long limitsRefused;

    void onOffer(SendResult result) {
        offers[result.index()]++;
    }

    void onSent(int datagramBytes, int padding) {
        sentBytes += datagramBytes;
        paddingBytes += padding;
    }

    void onJudged(SlotVerdict verdict) {
        judged[verdict.index()]++;
    }

    void onReceived(int datagramBytes) {
        receivedBytes += datagramBytes;
    }

    void onLimitsRefused() {
        limitsRefused++;
    }

    /** Slots that arrived and were found so. */
    public long judged(SlotVerdict verdict) {
        return judged[verdict.index()];
    }

    /** Slots that arrived and were dropped, for whatever reason. */
    public long dropped() {
        long sum = 0;
        for (long count : judged) {
            sum += count;
        }
        return sum - judged(SlotVerdict.GOOD);
    }

    /** Messages offered that came to this. */
    public long offers(SendResult result) {
        return offers[result.index()];
    }

    /** Bytes of datagrams sent, without our headers. */
    public long sentBytes() {
        return sentBytes;
    }

    /** Bytes that went along with them for nothing. */
    public long paddingBytes() {
        return paddingBytes;
    }

    public long receivedBytes() {
        return receivedBytes;
    }

    /** Undamaged limits and statements that nobody can have meant. */
    public long limitsRefused() {
        return limitsRefused;
    }
}
