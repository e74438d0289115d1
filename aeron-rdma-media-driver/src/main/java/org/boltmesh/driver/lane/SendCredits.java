package org.boltmesh.driver.lane;

/**
 * Numbers the messages of one direction of a lane and says whether the receiver has room for one
 * more. Its <em>limit</em> is the first sequence number that may not be sent yet. Limits are
 * cumulative: one that is lost is made good by any later one, and one that comes again or late
 * changes nothing.
 */
public final class SendCredits {
    private long window;
    private long limit;
    private long next;
    private long completed;

    /** Before the receiver said anything. */
    public SendCredits() {}

    /**
     * The receiver has posted its RECVs.
     *
     * @param window how many messages it takes before it says more
     */
    public void open(int window) {
        this.window = window;
        this.limit = window;
    }

    /** The sequence number of the next message, whatever its kind. */
    public long next() {
        return next;
    }

    /** Whether the next message may be one that needs a credit. */
    public boolean isAvailable() {
        return next < limit;
    }

    /** The next message was posted. */
    public void onPosted() {
        next++;
    }

    /** The oldest message that had not left has left. */
    public void onCompleted() {
        completed++;
    }

    /** All before this sequence number have left, and so arrived by now or never will. */
    public long completed() {
        return completed;
    }

    /**
     * The receiver said a limit.
     *
     * @return false if no honest receiver can have said it: it would be beyond all that was sent
     */
    public boolean onLimit(long said) {
        if (said > next + window) {
            return false;
        }
        limit = Math.max(limit, said);
        return true;
    }

    public long limit() {
        return limit;
    }
}
