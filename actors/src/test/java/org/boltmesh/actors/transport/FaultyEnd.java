package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.boltmesh.shards.channel.FrameCounters;
import org.boltmesh.shards.channel.FrameOrigin;
import org.boltmesh.shards.channel.MessageBreak;
import org.boltmesh.shards.channel.MessageHandler;
import org.boltmesh.shards.channel.MessageLink;

/**
 * One end of a link in a run with faults, and what it may expect of the other. Whatever is not
 * expected fails at once. For the test's own thread.
 */
final class FaultyEnd implements MessageHandler, AutoCloseable {
    private static final int MESSAGE_MAX_BYTES = 60_000;
    private static final int HEAD_BYTES = 24;
    private static final int UNKNOWN = -1;

    private final long seed;
    private final int side;
    private final AeronChannels channels;
    private final WorkAddress out;
    private final WorkAddress in;
    private final FrameCounters counters = new FrameCounters();
    private MessageLink link;
    private FaultyEnd peer = this;
    private int epoch = 1;
    private int life;
    private long offered;
    private int heardLife = UNKNOWN;
    private int nextLifeMin;
    private long heard;
    private boolean wasRestarted;
    private boolean mayBreak;
    private int breaks;
    private int messages;

    FaultyEnd(long seed, int side, AeronChannels channels, WorkAddress out, WorkAddress in) {
        this.seed = seed;
        this.side = side;
        this.channels = channels;
        this.out = out;
        this.in = in;
        link = link();
    }

    static void join(FaultyEnd a, FaultyEnd b) {
        a.peer = b;
        b.peer = a;
    }

    private MessageLink link() {
        return new MessageLink(
                channels.sender(out.toString()),
                channels.receiver(in.toString()),
                FrameOrigin.newborn(epoch, side),
                MESSAGE_MAX_BYTES,
                MESSAGE_MAX_BYTES,
                counters);
    }

    /** Loses all that it knew, as an engine that was killed; streams are the same. */
    void beginLife() {
        life++;
        wasRestarted = true;
        mayBreak = true;
        peer.mayBreak = true;
        forget();
    }

    /** As after a join of all shards: both ends anew, and what is under way is of the past. */
    static void beginEpoch(FaultyEnd a, FaultyEnd b) {
        for (FaultyEnd end : new FaultyEnd[] {a, b}) {
            end.epoch++;
            end.life = 0;
            end.wasRestarted = false;
            end.mayBreak = false;
            end.forget();
        }
    }

    private void forget() {
        offered = 0;
        heard = 0;
        heardLife = UNKNOWN;
        nextLifeMin = 0;
        link.close();
        link = link();
    }

    void offer() {
        ByteBuffer next = message(side, epoch, life, offered + 1);
        offered += link.offer(1, next, 0, next.capacity()) ? 1 : 0;
    }

    int work(long nowNs) {
        return link.poll(this) + link.doWork(nowNs);
    }

    boolean isDone() {
        return link.isAllAcknowledged() && peer.heardAll(life, offered);
    }

    /** What was acknowledged in a former life need not be heard again. */
    private boolean heardAll(int peerLife, long count) {
        return count == 0 || wasRestarted || (heardLife == peerLife && heard == count);
    }

    @Override
    public void onMessage(int kind, int sender, long number, ByteBuffer bytes, int length) {
        messages++;
        assertThat(bytes.getInt(4)).as("epoch, %s", this).isEqualTo(epoch);
        int sentLife = bytes.getInt(8);
        if (heardLife == UNKNOWN) {
            heardLife = sentLife;
            assertThat(sentLife).as("life, %s", this).isGreaterThanOrEqualTo(nextLifeMin);
        }
        assertThat(sentLife).as("life, %s", this).isEqualTo(heardLife);
        assertThat(number).as("number, %s", this).isEqualTo(heard + 1);
        ByteBuffer wanted = message(peer.side, epoch, sentLife, number);
        assertThat(bytes.clear().limit(length).equals(wanted)).as("content, %s", this).isTrue();
        heard = number;
    }

    @Override
    public void onBreak(MessageBreak gap) {
        breaks++;
        assertThat(mayBreak).as("%s, %s", gap, this).isTrue();
        assertThat(gap.lastDelivered()).as("%s, %s", gap, this).isEqualTo(heard);
        heard = gap.nextNumber() - 1;
        nextLifeMin = gap.isOtherSender() ? heardLife + 1 : heardLife;
        heardLife = UNKNOWN;
    }

    int messages() {
        return messages;
    }

    int breaks() {
        return breaks;
    }

    FrameCounters counters() {
        return counters;
    }

    /** What message {@code number} is, whoever asks. */
    private ByteBuffer message(int from, int ofEpoch, int ofLife, long number) {
        var content = new Random(seed + from * 31L + ofEpoch * 7_919L + ofLife * 104_729L + number);
        byte[] bytes = new byte[HEAD_BYTES + content.nextInt(MESSAGE_MAX_BYTES - HEAD_BYTES)];
        content.nextBytes(bytes);
        return ByteBuffer.allocateDirect(bytes.length)
                .put(bytes)
                .putInt(0, from)
                .putInt(4, ofEpoch)
                .putInt(8, ofLife)
                .putLong(16, number)
                .clear();
    }

    @Override
    public void close() {
        link.close();
    }

    @Override
    public String toString() {
        return "seed %d, end %d in epoch %d, heard %d of life %d, sent %d of life %d, %s"
                .formatted(seed, side, epoch, heard, heardLife, offered, life, counters.counts());
    }
}
