package org.boltmesh.driver.lane;

import org.boltmesh.driver.verbs.Manners;

/**
 * What one lane of one epoch of a link is to be like.
 *
 * @param epoch of the link, agreed by both ends and never used before between them
 * @param sendDeadlineNs after which a SEND that did not complete is overdue
 * @param settleNs longer than any message is on the wire; how long a sender's statement waits until
 *     it counts
 */
public record LaneSettings(
        LaneSize size, Manners manners, long epoch, long sendDeadlineNs, long settleNs) {
    public LaneSettings {
        if (sendDeadlineNs <= 0 || settleNs <= 0) {
            throw new IllegalArgumentException(
                    "deadline of %d ns and settling of %d ns, want more than 0"
                            .formatted(sendDeadlineNs, settleNs));
        }
    }
}
