package org.boltmesh.shards.pipeline;

/** When to send a step again and when to give up. Pure: the time comes in. */
final class StepWatch {
    enum Decision {
        WAIT,
        RESEND,
        GIVE_UP
    }

    private final PipelineTimes times;
    private long startNs;
    private long resendAfterNs;

    StepWatch(PipelineTimes times) {
        this.times = times;
    }

    void start(long nowNs) {
        startNs = nowNs;
        resendAfterNs = times.resendNs();
    }

    /** What to do now; each resending puts the next further away. */
    Decision decide(long nowNs) {
        long waitedNs = nowNs - startNs;
        if (waitedNs >= times.timeoutNs()) {
            return Decision.GIVE_UP;
        }
        if (waitedNs < resendAfterNs) {
            return Decision.WAIT;
        }
        // Twice as far counted from the start; more than the timeout need not be told apart.
        resendAfterNs = Math.min(2 * waitedNs, times.timeoutNs()) + 1;
        return Decision.RESEND;
    }

    long timeoutNs() {
        return times.timeoutNs();
    }
}
