package org.boltmesh.driver.endpoint;

import io.aeron.protocol.StatusMessageFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The last status message to each publication. A sender that misses one may stop for lack of room,
 * and the next may be 200 ms away. For one thread; allocates only for a publication that is new.
 */
final class StatusMemory {
    /** Who sends where. */
    @FunctionalInterface
    interface Sender {
        int send(ByteBuffer datagram, InetSocketAddress peer);
    }

    private static final int PUBLICATIONS_MAX = 1024;
    private static final int LENGTH_MAX_BYTES = 64;
    private static final long STALE_NS = TimeUnit.SECONDS.toNanos(1);

    private final Long2ObjectHashMap<Entry> entries = new Long2ObjectHashMap<>();

    private static final class Entry {
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(LENGTH_MAX_BYTES);
        private InetSocketAddress peer;
        private long rememberedNs;

        Entry(InetSocketAddress peer) {
            this.peer = peer;
        }
    }

    void remember(ByteBuffer status, InetSocketAddress peer, long nowNs) {
        int lengthBytes = status.remaining();
        if (lengthBytes < StatusMessageFlyweight.HEADER_LENGTH || lengthBytes > LENGTH_MAX_BYTES) {
            return;
        }
        long key =
                Frames.key(
                        Frames.int32(status, Frames.STATUS_SESSION_OFFSET),
                        Frames.int32(status, Frames.STATUS_STREAM_OFFSET));
        Entry entry = entries.get(key);
        if (entry == null) {
            if (entries.size() >= PUBLICATIONS_MAX) {
                entries.clear();
            }
            entry = new Entry(peer);
            entries.put(key, entry);
        }
        entry.bytes.clear().put(0, status, status.position(), lengthBytes).limit(lengthBytes);
        entry.peer = peer;
        entry.rememberedNs = nowNs;
    }

    /** Says again what is not long ago. */
    void repeat(long nowNs, Sender sender) {
        entries.values().removeIf(entry -> nowNs - entry.rememberedNs > STALE_NS);
        entries.values().forEach(entry -> sender.send(entry.bytes.rewind(), entry.peer));
    }
}
