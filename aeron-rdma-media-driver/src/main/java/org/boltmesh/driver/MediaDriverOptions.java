package org.boltmesh.driver;

import java.nio.file.Path;

/**
 * What a media driver is set to.
 *
 * <p>A stream costs three terms of memory at either end, and a frame of a channel is at most one
 * MTU less 32 bytes, so that the size of a message depends on neither. Only whoever hands Aeron a
 * whole message is limited to an eighth of the term length and 16 MiB.
 *
 * @param aeronDirectory where the driver and its clients share memory; made and removed by it
 * @param mtuLengthBytes longest datagram, 1,024 to 65,504 and a multiple of 32. The default of
 *     8,192 is below what macOS sends without a change of {@code net.inet.udp.maxdgram} (9,216)
 * @param ipcMtuLengthBytes the same between processes on one machine; default 65,504
 * @param termLengthBytes a third of a stream's buffer, a power of two from 64 KiB to 1 GiB; default
 *     4 MiB
 * @param rdma default {@link RdmaOptions#OFF}
 */
public record MediaDriverOptions(
        Path aeronDirectory,
        int mtuLengthBytes,
        int ipcMtuLengthBytes,
        int termLengthBytes,
        RdmaOptions rdma) {
    /** Datagrams have a length of 16 bits, and Aeron wants a multiple of 32. */
    public static final int MTU_MAX_BYTES = 65_504;

    /** What an MTU and a frame are a multiple of. */
    public static final int ALIGNMENT_BYTES = 32;

    /** Below it, headers outweigh what they carry. */
    public static final int MTU_MIN_BYTES = 1024;

    /** {@link #mtuLengthBytes} where nothing else is said. */
    public static final int MTU_DEFAULT_BYTES = 8192;

    /** {@link #termLengthBytes} where nothing else is said. */
    public static final int TERM_DEFAULT_BYTES = 4 << 20;

    private static final int TERM_MIN_BYTES = 64 << 10;
    private static final int TERM_MAX_BYTES = 1 << 30;

    public MediaDriverOptions {
        checkMtu("mtu", mtuLengthBytes);
        checkMtu("ipc mtu", ipcMtuLengthBytes);
        checkTerm(termLengthBytes);
        int longest = Math.max(mtuLengthBytes, ipcMtuLengthBytes);
        if (longest > termLengthBytes / 4) {
            throw new MediaDriverException(
                    "mtu %d, want at most a quarter of the term length %d"
                            .formatted(longest, termLengthBytes));
        }
    }

    /** The defaults, in this directory. */
    public static MediaDriverOptions in(Path aeronDirectory) {
        return new MediaDriverOptions(
                aeronDirectory,
                MTU_DEFAULT_BYTES,
                MTU_MAX_BYTES,
                TERM_DEFAULT_BYTES,
                RdmaOptions.OFF);
    }

    /** The same in another directory. */
    public MediaDriverOptions withAeronDirectory(Path otherDirectory) {
        return new MediaDriverOptions(
                otherDirectory, mtuLengthBytes, ipcMtuLengthBytes, termLengthBytes, rdma);
    }

    /** The same with another MTU for datagrams. */
    public MediaDriverOptions withMtu(int otherMtuLengthBytes) {
        return new MediaDriverOptions(
                aeronDirectory, otherMtuLengthBytes, ipcMtuLengthBytes, termLengthBytes, rdma);
    }

    /** The same with another term length. */
    public MediaDriverOptions withTermLength(int otherTermLengthBytes) {
        return new MediaDriverOptions(
                aeronDirectory, mtuLengthBytes, ipcMtuLengthBytes, otherTermLengthBytes, rdma);
    }

    /** The same with RDMA. */
    public MediaDriverOptions withRdma(RdmaOptions otherRdma) {
        return new MediaDriverOptions(
                aeronDirectory, mtuLengthBytes, ipcMtuLengthBytes, termLengthBytes, otherRdma);
    }

    private static void checkMtu(String name, int bytes) {
        if (bytes < MTU_MIN_BYTES || bytes > MTU_MAX_BYTES || bytes % ALIGNMENT_BYTES != 0) {
            throw new MediaDriverException(
                    "%s %d, want %d to %d bytes and a multiple of %d"
                            .formatted(name, bytes, MTU_MIN_BYTES, MTU_MAX_BYTES, ALIGNMENT_BYTES));
        }
    }

    private static void checkTerm(int bytes) {
        if (bytes < TERM_MIN_BYTES || bytes > TERM_MAX_BYTES || Integer.bitCount(bytes) != 1) {
            throw new MediaDriverException(
                    "term length %d, want a power of two from %d to %d bytes"
                            .formatted(bytes, TERM_MIN_BYTES, TERM_MAX_BYTES));
        }
    }
}
