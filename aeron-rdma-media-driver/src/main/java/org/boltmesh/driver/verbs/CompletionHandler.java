package org.boltmesh.driver.verbs;

/** Takes completions. A failed one arrives by a method of its own, so that none goes unnoticed. */
public interface CompletionHandler {
    /** A send left for a peer that had a receive posted; nothing says that it arrived. */
    void onSent(int queuePairNumber, long workRequestId);

    void onReceived(int queuePairNumber, long workRequestId, int lengthBytes);

    /** A send or receive failed; the queue pair is of no use any more. */
    void onFailed(
            int queuePairNumber, long workRequestId, CompletionStatus status, int vendorError);
}
