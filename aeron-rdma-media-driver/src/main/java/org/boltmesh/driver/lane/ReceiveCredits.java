package org.boltmesh.driver.lane;

/**
 * What the receiver of a lane lets its sender send: everything up to a window beyond the last
 * sequence number that it knows to be behind it. Messages of a queue pair arrive in order, so
 * whatever a message overtook has arrived or is lost; a lost one left its RECV posted. Where a
 * whole window is lost nothing arrives to tell of it, so the sender also states what has left it.
 * That comes by another lane and may overtake messages, so it holds after a while in which nothing
 * is left to be polled.
 */
public final class ReceiveCredits {
    private static final int UPDATES_PER_WINDOW = 4;

    private final int window;
    private final long settleNs;
    private long passed;
    private long announced;
    private long stated;
    private long statedNs;

    /**
     * With nothing received, and the first window announced.
     *
     * @param window RECVs that are posted for messages that need credits
     * @param settleNs longer than any message is on the wire
     */
    public ReceiveCredits(int window, long settleNs) {
        this.window = window;
        this.settleNs = settleNs;
        this.announced = window;
    }

    /** A message was taken in, and its RECV is posted again. */
    public void onSeen(long sequence) {
        passed = Math.max(passed, sequence + 1);
    }

    /**
     * The sender stated that all before a sequence number have left.
     *
     * @return false if it cannot be believed: it is too far ahead
     */
    public boolean onStated(long sequence, long nowNs) {
        if (sequence > passed + SequenceWindow.AHEAD_MAX) {
            return false;
        }
        // A later statement must not put off an earlier one for ever.
        if (stated <= passed && sequence > passed) {
            stated = sequence;
            statedNs = nowNs;
        }
        return true;
    }

    /** A poll found nothing more. */
    public void onQuiet(long nowNs) {
        if (stated > passed && nowNs - statedNs >= settleNs) {
            passed = stated;
        }
    }

    /** The first sequence number that may not be sent yet. */
    public long limit() {
        return passed + window;
    }

    /** Whether the limit has moved so far that the sender should hear of it at once. */
    public boolean isUpdateDue() {
        return limit() - announced >= window / UPDATES_PER_WINDOW;
    }

    /** The limit was said, which does not mean that it was heard. */
    public void onAnnounced() {
        announced = limit();
    }
}
