package org.boltmesh.driver.verbs;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * A port's 128-bit address: an IPv6 address in network order. Only the IPv4-mapped one ({@code
 * ::ffff:a.b.c.d}) reaches a peer over Thunderbolt.
 */
public record Gid(long high, long low) {
    public static final int LENGTH_BYTES = 16;

    /** What an unused entry of the GID table holds. */
    public static final Gid NONE = new Gid(0, 0);

    private static final long IPV4_MAPPED = 0xFFFFL << 32;

    /**
     * The GID of 16 bytes in network order.
     *
     * @throws IllegalArgumentException unless there are 16
     */
    public static Gid of(byte[] bytes) {
        if (bytes.length != LENGTH_BYTES) {
            throw new IllegalArgumentException("a GID of " + bytes.length + " bytes, want 16");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Gid(buffer.getLong(), buffer.getLong());
    }

    /** The IPv4-mapped GID of an IPv4 address, its four bytes as a big-endian number. */
    public static Gid ofIpv4(int address) {
        return new Gid(0, IPV4_MAPPED | Integer.toUnsignedLong(address));
    }

    public boolean isIpv4() {
        return high == 0 && (low & 0xFFFF_FFFF_0000_0000L) == IPV4_MAPPED;
    }

    /** The IPv4 address as a big-endian number. Only if {@link #isIpv4()}. */
    public int ipv4() {
        return (int) low;
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(LENGTH_BYTES).putLong(high).putLong(low).array();
    }

    /** {@code ::ffff:10.0.0.1} or IPv6's hexadecimal form. */
    @Override
    public String toString() {
        try {
            String address = InetAddress.getByAddress(bytes()).getHostAddress();
            return isIpv4() ? "::ffff:" + address : address;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an address", e);
        }
    }
}
