package org.boltmesh.driver.mesh;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What two drivers tell each other of their endpoints, over a lane; little-endian, in parts that
 * each fit the smallest slot. It is said again until the other side has heard it.
 *
 * <pre>
 *  0 version     u8
 *  1 part        u8, from 0
 *  2 parts       u8
 *  3 asks        u8, 1 where the sender does not know yet that its endpoints are known
 *  4 generation  i32, of the sender's endpoints
 *  8 heard       i32, the receiver's generation that the sender knows whole; 0 for none
 * 12 instance    i64, of the sender's process
 * 20 of          i64, the instance whose generation was heard
 * 28 count       u16
 * 30 entries: id u16, port u16, length u8 of the address, address
 * </pre>
 */
record Announcement(
        int part,
        int parts,
        boolean asks,
        int generation,
        int heard,
        long instance,
        long heardInstance,
        List<EndpointEntry> entries) {
    static final int ENTRIES_MAX = 180;
    static final int PARTS_MAX = 60;
    static final int LENGTH_MAX_BYTES = 4064;

    private static final int VERSION = 1;
    private static final int HEAD_BYTES = 30;
    private static final int ENTRY_HEAD_BYTES = 5;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    Announcement {
        entries = List.copyOf(entries);
    }

    /** All parts; what does not fit into the last of them is not announced. */
    static List<Announcement> of(
            boolean asks,
            long instance,
            int generation,
            long heardInstance,
            int heard,
            List<EndpointEntry> all) {
        int parts = Math.clamp((all.size() + ENTRIES_MAX - 1) / ENTRIES_MAX, 1, PARTS_MAX);
        List<Announcement> list = new ArrayList<>(parts);
        for (int part = 0; part < parts; part++) {
            int first = part * ENTRIES_MAX;
            List<EndpointEntry> entries =
                    all.subList(first, Math.min(all.size(), first + ENTRIES_MAX));
            list.add(
                    new Announcement(
                            part,
                            parts,
                            asks,
                            generation,
                            heard,
                            instance,
                            heardInstance,
                            entries));
        }
        return list;
    }

    /** Writes it from offset 0; returns its length. */
    int encode(MutableDirectBuffer buffer) {
        buffer.putByte(0, (byte) VERSION);
        buffer.putByte(1, (byte) part);
        buffer.putByte(2, (byte) parts);
        buffer.putByte(3, (byte) (asks ? 1 : 0));
        buffer.putInt(4, generation, ORDER);
        buffer.putInt(8, heard, ORDER);
        buffer.putLong(12, instance, ORDER);
        buffer.putLong(20, heardInstance, ORDER);
        buffer.putShort(28, (short) entries.size(), ORDER);
        int offset = HEAD_BYTES;
        for (EndpointEntry entry : entries) {
            byte[] host = entry.address().getAddress().getAddress();
            buffer.putShort(offset, (short) entry.id(), ORDER);
            buffer.putShort(offset + 2, (short) entry.address().getPort(), ORDER);
            buffer.putByte(offset + 4, (byte) host.length);
            buffer.putBytes(offset + ENTRY_HEAD_BYTES, host);
            offset += ENTRY_HEAD_BYTES + host.length;
        }
        return offset;
    }

    /**
     * Reads one.
     *
     * @throws MeshException for what is none
     */
    static Announcement decode(DirectBuffer buffer, int start, int lengthBytes) {
        if (lengthBytes < HEAD_BYTES || buffer.getByte(start) != VERSION) {
            throw new MeshException("an announcement of %d bytes".formatted(lengthBytes));
        }
        int part = buffer.getByte(start + 1);
        int parts = buffer.getByte(start + 2);
        if (parts < 1 || parts > PARTS_MAX || part < 0 || part >= parts) {
            throw new MeshException("part %d of %d of an announcement".formatted(part, parts));
        }
        return new Announcement(
                part,
                parts,
                buffer.getByte(start + 3) != 0,
                buffer.getInt(start + 4, ORDER),
                buffer.getInt(start + 8, ORDER),
                buffer.getLong(start + 12, ORDER),
                buffer.getLong(start + 20, ORDER),
                entries(buffer, start, lengthBytes));
    }

    private static List<EndpointEntry> entries(DirectBuffer buffer, int start, int lengthBytes) {
        int count = buffer.getShort(start + 28, ORDER) & 0xFFFF;
        int offset = HEAD_BYTES;
        List<EndpointEntry> entries = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            int hostBytes =
                    offset + ENTRY_HEAD_BYTES <= lengthBytes
                            ? buffer.getByte(start + offset + 4)
                            : -1;
            if (hostBytes < 0 || offset + ENTRY_HEAD_BYTES + hostBytes > lengthBytes) {
                throw new MeshException("an announcement is cut off in entry %d".formatted(index));
            }
            entries.add(entry(buffer, start + offset, hostBytes));
            offset += ENTRY_HEAD_BYTES + hostBytes;
        }
        return entries;
    }

    private static EndpointEntry entry(DirectBuffer buffer, int offset, int hostBytes) {
        byte[] host = new byte[hostBytes];
        buffer.getBytes(offset + ENTRY_HEAD_BYTES, host);
        int id = buffer.getShort(offset, ORDER) & 0xFFFF;
        int port = buffer.getShort(offset + 2, ORDER) & 0xFFFF;
        try {
            return new EndpointEntry(
                    id, new InetSocketAddress(InetAddress.getByAddress(host), port));
        } catch (UnknownHostException e) {
            throw new MeshException(
                    "an address of %d bytes in an announcement".formatted(hostBytes));
        }
    }
}
