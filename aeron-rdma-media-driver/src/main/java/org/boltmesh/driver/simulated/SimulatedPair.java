package org.boltmesh.driver.simulated;

import java.lang.invoke.VarHandle;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.QueuePairAttributes;
import org.boltmesh.driver.verbs.QueuePairState;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.jspecify.annotations.Nullable;

/** A queue pair: one thread posts and polls, the device thread does the rest. */
final class SimulatedPair implements VerbsProvider.Pair {
    private final SimulatedDomain domain;
    private final SimulatedDevice device;
    private final Rules rules;
    private final CallFaults faults;
    private final QueuePairSlot slot;
    private final int number;
    private final SimulatedCompletions sendCompletions;
    private final SimulatedCompletions receiveCompletions;
    private final QueueDepths depths;
    private final ReceiveQueue receives;
    private final Gate sendGate = new Gate();
    private final Gate receiveGate = new Gate();
    private volatile @Nullable SendQueue sends;
    private volatile @Nullable Wire wire;
    private volatile boolean closed;

    SimulatedPair(
            SimulatedDomain domain,
            QueuePairSlot slot,
            SimulatedCompletions sendCompletions,
            SimulatedCompletions receiveCompletions,
            QueueDepths depths) {
        this.domain = domain;
        this.device = domain.device();
        this.rules = device.station().rules();
        this.faults = device.station().faults();
        this.slot = slot;
        this.number = slot.number();
        this.sendCompletions = sendCompletions;
        this.receiveCompletions = receiveCompletions;
        this.depths = depths;
        this.receives = new ReceiveQueue(slot, rules, depths.receive());
        sendCompletions.attach(this);
        receiveCompletions.attach(this);
    }

    @Override
    public int number() {
        return number;
    }

    private QueuePairState state() {
        return slot.hasFailed() ? QueuePairState.ERR : QueuePairSlot.stateOf(slot.state());
    }

    private void fail() {
        slot.state(QueuePairSlot.code(QueuePairState.ERR));
        VarHandle.fullFence();
    }

    @Override
    public QueuePairAttributes query() {
        begin(Verb.QUERY_QP);
        return new QueuePairAttributes(state(), depths);
    }

    @Override
    public void modifyToInit(int port) {
        beginModify(QueuePairState.RESET, QueuePairState.INIT);
        device.checkPort(Verb.MODIFY_QP, port);
        publish(QueuePairState.INIT);
    }

    @Override
    public void modifyToReceive(RemoteQueuePair remote, PathMtu mtu, int port, int gidIndex) {
        beginModify(QueuePairState.INIT, QueuePairState.RTR);
        device.checkPort(Verb.MODIFY_QP, port);
        Link link = device.link().filter(Link::isActive).orElseThrow(this::portDown);
        long epoch = link.epoch();
        if (!device.gid(gidIndex).isIpv4() || !link.isActiveSince(epoch)) {
            throw device.failure(
                    Verb.MODIFY_QP,
                    Errno.EINVAL,
                    "GID index %d, want that of an IPv4 address".formatted(gidIndex));
        }
        slot.connect(remote.number(), link.reaches(remote.gid()), epoch);
        device.point(Verb.MODIFY_QP);
        Wire made = new Wire(device.station(), link, slot, number, remote, epoch);
        wire = made;
        sends = new SendQueue(device.station(), made, depths.send());
        publish(QueuePairState.RTR);
    }

    private RuntimeException portDown() {
        return device.failure(
                Verb.MODIFY_QP,
                Errno.EINVAL,
                "wanted RTR, but the port is down: look at cable, far end, rdma_ctl at both");
    }

    @Override
    public void modifyToSend(int packetSequenceNumber) {
        beginModify(QueuePairState.RTR, QueuePairState.RTS);
        publish(QueuePairState.RTS);
    }

    private void begin(Verb verb) {
        device.begin(verb);
        if (closed) {
            throw device.failure(
                    verb, Errno.EINVAL, "queue pair %d is destroyed".formatted(number));
        }
    }

    private void beginModify(QueuePairState from, QueuePairState to) {
        begin(Verb.MODIFY_QP);
        if (state() != from) {
            throw device.failure(
                    Verb.MODIFY_QP,
                    Errno.EINVAL,
                    "queue pair %d to %s, want it in %s; it is in %s"
                            .formatted(number, to, from, state()));
        }
    }

    private void publish(QueuePairState state) {
        device.point(Verb.MODIFY_QP);
        slot.state(QueuePairSlot.code(state));
        device.point(Verb.MODIFY_QP);
    }

    @Override
    public int postSend(
            long workRequestId, VerbsProvider.Region region, long offset, int lengthBytes) {
        int errno = beginPost(Verb.POST_SEND);
        SendQueue queue = sends;
        if (errno != 0) {
            return errno;
        }
        if (!(region instanceof SimulatedRegion source)
                || !source.covers(domain, offset, lengthBytes)
                || lengthBytes > rules.messageMaxBytes()
                || queue == null
                || !rules.mayPostSend(state())) {
            return Errno.EINVAL;
        }
        if (queue.units() + rules.units(lengthBytes) > depths.send()) {
            return Errno.ENOMEM;
        }
        if (!sendGate.enter()) {
            return Errno.EINVAL;
        }
        try {
            queue.post(workRequestId, source, offset, lengthBytes);
        } finally {
            sendGate.leave();
        }
        faults.point(Verb.POST_SEND);
        return 0;
    }

    @Override
    public int postReceive(
            long workRequestId, VerbsProvider.Region region, long offset, int lengthBytes) {
        int errno = beginPost(Verb.POST_RECV);
        if (errno != 0) {
            return errno;
        }
        if (!(region instanceof SimulatedRegion target)
                || !target.covers(domain, offset, lengthBytes)
                || lengthBytes > rules.messageMaxBytes()
                || !rules.mayPostReceive(state())) {
            return Errno.EINVAL;
        }
        if (receives.units() + rules.units(lengthBytes) > depths.receive()) {
            return Errno.ENOMEM;
        }
        receives.post(faults, workRequestId, target.handle(), offset, lengthBytes);
        return 0;
    }

    private int beginPost(Verb verb) {
        int errno = faults.enter(verb);
        faults.point(verb);
        if (errno != 0) {
            return errno;
        }
        if (closed) {
            return Errno.EINVAL;
        }
        return device.isGone() ? Errno.ENODEV : 0;
    }

    /**
     * Moves messages on and hands over what has completed, until the batch has {@code wanted}.
     *
     * @return how many completed receives the queue held before
     */
    long poll(SimulatedCompletions by, CompletionBatch batch, int wanted) {
        SendQueue queue = sends;
        // A gate costs as much as all else here, and most polls find nothing.
        if (by == sendCompletions && queue != null && !queue.isEmpty() && sendGate.enter()) {
            try {
                pollSends(queue, batch, wanted);
            } finally {
                sendGate.leave();
            }
        }
        if (by == receiveCompletions && hasReceives() && receiveGate.enter()) {
            try {
                return pollReceives(batch, wanted);
            } finally {
                receiveGate.leave();
            }
        }
        return 0;
    }

    /** Whether any may have to be handed over; the slot stays readable when it is given back. */
    private boolean hasReceives() {
        return receives.pending() > 0 || state() == QueuePairState.ERR;
    }

    private void pollSends(SendQueue queue, CompletionBatch batch, int wanted) {
        boolean dead = state() == QueuePairState.ERR;
        if (!dead && !queue.advance()) {
            fail();
            dead = true;
        }
        queue.complete(batch, batch.room(wanted), number);
        if (dead) {
            queue.flush(batch, batch.room(wanted), number);
        }
    }

    private long pollReceives(CompletionBatch batch, int wanted) {
        Wire current = wire;
        if (current == null) {
            return 0;
        }
        long pending = receives.pending();
        boolean dead = state() == QueuePairState.ERR;
        boolean writing = dead && current.isPeerWriting();
        if (!receives.complete(batch, batch.room(wanted), number)) {
            fail();
        } else if (dead && !writing) {
            receives.flush(batch, batch.room(wanted), number);
        }
        return pending;
    }

    /**
     * Destroys it. Returns when nobody writes into its RECVs any more, in whatever process.
     *
     * @throws org.boltmesh.driver.verbs.VerbsException with EINVAL the second time; with ETIMEDOUT
     *     if the sender hangs while it writes
     */
    @Override
    public void close() {
        device.beginClosing(Verb.DESTROY_QP);
        if (closed) {
            throw device.failure(
                    Verb.DESTROY_QP,
                    Errno.EINVAL,
                    "wanted queue pair %d, it is destroyed".formatted(number));
        }
        closed = true;
        sendGate.close();
        receiveGate.close();
        sendCompletions.detach(this);
        receiveCompletions.detach(this);
        SendQueue queue = sends;
        if (queue != null) {
            queue.close();
        }
        domain.onChildClosed();
        free();
    }

    private void free() {
        slot.state(Slot.DYING);
        VarHandle.fullFence();
        device.point(Verb.DESTROY_QP);
        if (!device.grace().await()) {
            slot.abandon();
            throw device.failure(
                    Verb.DESTROY_QP,
                    Errno.ETIMEDOUT,
                    "the sender hangs while it writes to queue pair %d".formatted(number));
        }
        slot.state(Slot.FREE);
        device.point(Verb.DESTROY_QP);
        slot.release();
        device.point(Verb.DESTROY_QP);
    }
}
