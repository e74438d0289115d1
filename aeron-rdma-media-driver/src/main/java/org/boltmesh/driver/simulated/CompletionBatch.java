package org.boltmesh.driver.simulated;

import java.util.Arrays;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionStatus;

/** Completions on their way to a handler, which may do what it likes. One thread owns it. */
final class CompletionBatch {
    static final int CAPACITY = 256;

    private final boolean[] send = new boolean[CAPACITY];
    private final int[] queuePair = new int[CAPACITY];
    private final long[] workRequest = new long[CAPACITY];
    private final CompletionStatus[] status = new CompletionStatus[CAPACITY];
    private final int[] lengthBytes = new int[CAPACITY];
    private int next;
    private int end;

    CompletionBatch() {
        Arrays.fill(status, CompletionStatus.SUCCESS);
    }

    /** How many fit, if at most so many are wanted. */
    int room(int wanted) {
        return Math.min(wanted - (end - next), CAPACITY - end);
    }

    void addSend(int queuePairNumber, long workRequestId, CompletionStatus result) {
        add(true, queuePairNumber, workRequestId, result, 0);
    }

    void addReceive(int queuePairNumber, long workRequestId, CompletionStatus result, int length) {
        add(false, queuePairNumber, workRequestId, result, length);
    }

    private void add(
            boolean isSend, int number, long workRequestId, CompletionStatus result, int length) {
        send[end] = isSend;
        queuePair[end] = number;
        workRequest[end] = workRequestId;
        status[end] = result;
        lengthBytes[end] = length;
        end++;
    }

    /** Hands over at most {@code limit}. What a handler that throws leaves comes next time. */
    int dispatch(CompletionHandler handler, int limit) {
        int count = 0;
        while (next < end && count < limit) {
            count++;
            dispatch(handler, send[next], next++);
        }
        if (next == end) {
            next = 0;
            end = 0;
        }
        return count;
    }

    private void dispatch(CompletionHandler handler, boolean isSend, int index) {
        if (status[index] != CompletionStatus.SUCCESS) {
            handler.onFailed(queuePair[index], workRequest[index], status[index], 0);
        } else if (isSend) {
            handler.onSent(queuePair[index], workRequest[index]);
        } else {
            handler.onReceived(queuePair[index], workRequest[index], lengthBytes[index]);
        }
    }
}
