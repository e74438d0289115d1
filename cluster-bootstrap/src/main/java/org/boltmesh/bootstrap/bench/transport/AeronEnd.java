package org.boltmesh.bootstrap.bench.transport;

import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.bootstrap.bench.verbs.StreamEnd;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;

/**
 * An end of two streams of Aeron, one in each direction. The thread that polls it also runs the
 * driver and the client. What fits a datagram is filled in where Aeron keeps it.
 */
final class AeronEnd implements StreamEnd {
    private static final int FRAGMENTS_MAX = 16;
    private static final int COUNT_EVERY = 32;
    private static final int CREDIT_BYTES = MessageBytes.HEADER_BYTES;

    private final Runnable turn;
    private final ExclusivePublication out;
    private final Subscription in;
    private final MessageBytes bytes;
    private final int lengthBytes;
    private final BufferClaim claim = new BufferClaim();
    private final UnsafeBuffer outgoing;
    private final FragmentHandler handler = this::onFragment;
    private Role role = Role.KEEP;
    private int at;
    private long received;
    private long lastNumber = -1;
    private long credited;
    private boolean owesEcho;
    private boolean owesCredit;

    /**
     * An end for messages of one length.
     *
     * @param turn one turn of driver and client
     */
    AeronEnd(
            Runnable turn,
            ExclusivePublication out,
            Subscription in,
            int lengthBytes,
            MessageBytes bytes) {
        this.turn = turn;
        this.out = out;
        this.in = in;
        this.bytes = bytes;
        this.lengthBytes = lengthBytes;
        outgoing = new UnsafeBuffer(ByteBuffer.allocateDirect(lengthBytes));
    }

    @Override
    public void become(Role newRole) {
        role = newRole;
        received = 0;
    }

    @Override
    public int poll() {
        turn.run();
        int fragments = in.poll(handler, FRAGMENTS_MAX);
        if (owesEcho) {
            owesEcho = !send(lastNumber);
        }
        if (owesCredit) {
            owesCredit = !offerClaimed(CREDIT_BYTES, lastNumber + 1);
        }
        return fragments;
    }

    @Override
    public boolean send(long number) {
        if (lengthBytes <= out.maxPayloadLength()) {
            return offerClaimed(lengthBytes, number);
        }
        bytes.fill(outgoing, 0, lengthBytes, number);
        return accepted(out.offer(outgoing, 0, lengthBytes));
    }

    private boolean offerClaimed(int claimBytes, long number) {
        if (!accepted(out.tryClaim(claimBytes, claim))) {
            return false;
        }
        bytes.fill(claim.buffer(), claim.offset(), claimBytes, number);
        claim.commit();
        return true;
    }

    private static boolean accepted(long position) {
        if (position == ExclusivePublication.CLOSED
                || position == ExclusivePublication.MAX_POSITION_EXCEEDED) {
            throw new VerbsBenchException(
                    "a stream of the measurement ended (%d)".formatted(position));
        }
        return position > 0;
    }

    private void onFragment(DirectBuffer buffer, int offset, int fragmentBytes, Header header) {
        byte flags = header.flags();
        if ((flags & FrameDescriptor.BEGIN_FRAG_FLAG) != 0) {
            at = 0;
        }
        bytes.read(buffer, offset, at, fragmentBytes);
        at += fragmentBytes;
        if ((flags & FrameDescriptor.END_FRAG_FLAG) != 0) {
            onMessage(bytes.number());
        }
    }

    private void onMessage(long number) {
        if (at == CREDIT_BYTES) {
            credited = Math.max(credited, number);
            return;
        }
        lastNumber = number;
        received++;
        if (role == Role.ECHO) {
            owesEcho = true;
        } else if (role == Role.COUNT && received % COUNT_EVERY == 0) {
            owesCredit = true;
        }
    }

    @Override
    public long lastNumber() {
        return lastNumber;
    }

    @Override
    public long credited() {
        return credited;
    }

    /** The streams are their site's. */
    @Override
    public void close() {}
}
