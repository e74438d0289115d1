package org.boltmesh.shards.pipeline;

/**
 * How long a head waits for the tokens of a step.
 *
 * @param resendNs after which it sends the step again, then after twice as long and so on
 * @param timeoutNs after which it gives up; more than the slowest stages need for a full step
 */
public record PipelineTimes(long resendNs, long timeoutNs) {
    /** Checks the order. */
    public PipelineTimes {
        if (resendNs < 1 || timeoutNs < resendNs) {
            throw new IllegalArgumentException(
                    "resend after %d ns and time out after %d ns, want at least 1 and no less"
                            .formatted(resendNs, timeoutNs));
        }
    }
}
