package org.boltmesh.driver.verbs;

/**
 * A UC queue pair: RESET, INIT, RTR, RTS. The device thread creates, modifies and closes it;
 * posting belongs to one other thread, the first that posts, which {@linkplain #retire() retires}
 * it before the device thread closes it.
 */
public final class QueuePair implements AutoCloseable {
    private final VerbsProvider.Pair pair;
    private final ProtectionDomain domain;
    private final CompletionQueue sendQueue;
    private final CompletionQueue receiveQueue;
    private final String holder;
    private final OwnerThread owner;
    private volatile QueuePairState state = QueuePairState.RESET;
    private boolean closed;

    QueuePair(
            VerbsProvider.Pair pair,
            ProtectionDomain domain,
            CompletionQueue sendQueue,
            CompletionQueue receiveQueue,
            String holder) {
        this.pair = pair;
        this.domain = domain;
        this.sendQueue = sendQueue;
        this.receiveQueue = receiveQueue;
        this.holder = holder;
        this.owner = new OwnerThread("queue pair %d of %s".formatted(pair.number(), holder));
        sendQueue.onUsed();
        receiveQueue.onUsed();
        owned().add(Owned.Kind.QUEUE_PAIR, this, this::close, owner::checkReleased);
    }

    public int number() {
        return pair.number();
    }

    /** The state that it was last brought to. */
    public QueuePairState state() {
        return state;
    }

    /**
     * What the device says of it.
     *
     * @throws VerbsException with EINVAL if it is closed
     */
    public QueuePairAttributes query() {
        owned().checkThread();
        if (closed) {
            throw new VerbsException(
                    "ibv_query_qp",
                    Errno.EINVAL,
                    owned().device(),
                    "wanted queue pair %d of %s, but it is closed".formatted(number(), holder));
        }
        return pair.query();
    }

    /** RESET to INIT. */
    public void modifyToInit(int port) {
        checkModify(QueuePairState.RESET, QueuePairState.INIT);
        pair.modifyToInit(port);
        state = QueuePairState.INIT;
    }

    /**
     * INIT to RTR: from now on it takes what this peer sends.
     *
     * @param gidIndex where the port's own GID is in its table
     */
    public void modifyToReceive(RemoteQueuePair remote, PathMtu mtu, int port, int gidIndex) {
        checkModify(QueuePairState.INIT, QueuePairState.RTR);
        pair.modifyToReceive(remote, mtu, port, gidIndex);
        state = QueuePairState.RTR;
    }

    /** RTR to RTS. */
    public void modifyToSend(int packetSequenceNumber) {
        checkModify(QueuePairState.RTR, QueuePairState.RTS);
        pair.modifyToSend(packetSequenceNumber);
        state = QueuePairState.RTS;
    }

    private void checkModify(QueuePairState from, QueuePairState to) {
        owned().checkThread();
        if (closed || state != from) {
            throw new VerbsException(
                    "ibv_modify_qp",
                    Errno.EINVAL,
                    owned().device(),
                    "wanted queue pair %d of %s to go from %s to %s, but it is %s"
                            .formatted(number(), holder, from, to, closed ? "closed" : state));
        }
    }

    /**
     * Posts a SEND. Its bytes are to be left alone until it completes. Allocates nothing.
     *
     * @return false if the send queue is full
     */
    public boolean postSend(long workRequestId, MemoryRegion region, long offset, int lengthBytes) {
        owner.check();
        int errno =
                pair.postSend(
                        workRequestId, region.region(offset, lengthBytes), offset, lengthBytes);
        return errno == 0 || accepted("ibv_post_send", errno, lengthBytes);
    }

    /**
     * Posts a RECV. Its bytes are to be left alone until it completes. Allocates nothing.
     *
     * @return false if the receive queue is full
     */
    public boolean postReceive(
            long workRequestId, MemoryRegion region, long offset, int lengthBytes) {
        owner.check();
        int errno =
                pair.postReceive(
                        workRequestId, region.region(offset, lengthBytes), offset, lengthBytes);
        return errno == 0 || accepted("ibv_post_recv", errno, lengthBytes);
    }

    private boolean accepted(String call, int errno, int lengthBytes) {
        if (errno == Errno.ENOMEM || errno == Errno.EAGAIN) {
            return false;
        }
        throw new VerbsException(
                call,
                errno,
                owned().device(),
                "wanted %d bytes on queue pair %d of %s in state %s"
                        .formatted(lengthBytes, number(), holder, state));
    }

    /** The posting thread will not post any more. */
    public void retire() {
        owner.retire();
    }

    private Owned owned() {
        return domain.owned();
    }

    /** Destroys it; what is still posted completes no more. Does nothing the second time. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        owned().checkThread();
        owner.checkReleased();
        closed = true;
        owner.retire();
        owned().remove(Owned.Kind.QUEUE_PAIR, this);
        pair.close();
        sendQueue.onUnused();
        receiveQueue.onUnused();
        domain.onQueuePairClosed(holder);
    }
}
