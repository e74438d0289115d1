package org.boltmesh.driver.verbs;

/**
 * Tells whether the oldest send of a queue pair is overdue. Over Thunderbolt that is all that shows
 * a dead, hung or unplugged peer: there is no error and no event. Belongs to the thread that posts.
 */
public final class SendDeadline {
    private final long deadlineNs;
    private final long[] postedNs;
    private long posted;
    private long completed;

    /**
     * For a queue pair with at most {@code sendsMax} sends at a time.
     *
     * @param deadlineNs how long one may take from being posted to its completion, or from the
     *     completion of the one before it, if that is later
     */
    public SendDeadline(int sendsMax, long deadlineNs) {
        this.deadlineNs = deadlineNs;
        this.postedNs = new long[sendsMax];
    }

    /**
     * A send was posted.
     *
     * @throws IllegalStateException if there are as many as there may be
     */
    public void onPosted(long nowNs) {
        if (outstanding() == postedNs.length) {
            throw new IllegalStateException(
                    "%d sends are outstanding, want no more".formatted(postedNs.length));
        }
        postedNs[index(posted)] = nowNs;
        posted++;
    }

    /**
     * The oldest send completed; the next has all its time from now on.
     *
     * @throws IllegalStateException if there is none
     */
    public void onCompleted(long nowNs) {
        if (outstanding() == 0) {
            throw new IllegalStateException("a send completed that was not posted");
        }
        completed++;
        if (outstanding() > 0) {
            postedNs[index(completed)] = nowNs;
        }
    }

    public int outstanding() {
        return (int) (posted - completed);
    }

    public boolean isOverdue(long nowNs) {
        return outstanding() > 0 && nowNs - postedNs[index(completed)] >= deadlineNs;
    }

    private int index(long count) {
        return (int) (count % postedNs.length);
    }
}
