package org.boltmesh.driver.verbs;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * Something that has RDMA devices: the system's verbs library, or a simulation of Thunderbolt.
 * Providers do what they are told and report errors; order, ownership, threads, limits and
 * deadlines are the business of {@link Device} and its objects.
 *
 * <p>All calls throw {@link VerbsException} unless they say otherwise. Calls that may block are
 * made by one thread per device; {@link Pair#postSend}, {@link Pair#postReceive} and {@link
 * Completions#poll} by the one that owns the queue pair, and they allocate nothing.
 */
public interface VerbsProvider extends AutoCloseable {
    /** {@code verbs} or {@code simulated}. */
    String name();

    /** Never throws. */
    Availability availability();

    Manners manners();

    /** Bytes to whose multiples memory regions are aligned and sized; a power of two. */
    int pageBytes();

    /**
     * Why this process may not register so many bytes, in a sentence with the cure; empty if it
     * may. To be asked once, at start. Never throws.
     */
    Optional<String> objectionToRegistering(long lengthBytes);

    /** {@code ibv_get_device_list}; empty if the provider is unavailable. */
    List<String> deviceNames();

    /** {@code ibv_open_device}. */
    Context open(String deviceName);

    @Override
    void close();

    /** {@code struct ibv_context}: an open device. */
    interface Context extends AutoCloseable {
        DeviceAttributes queryDevice();

        PortAttributes queryPort(int port);

        /** {@link Gid#NONE} for an unused entry. */
        Gid queryGid(int port, int index);

        Domain allocateDomain();

        Completions createCompletionQueue(int entries);

        /** Zeroed memory that can be registered: page-aligned, whole pages. */
        MemorySegment allocateMemory(long lengthBytes);

        /** Gives back what {@link #allocateMemory} gave. */
        void freeMemory(MemorySegment memory);

        /** {@code ibv_close_device}. */
        @Override
        void close();
    }

    /** {@code struct ibv_pd}: a protection domain. */
    interface Domain extends AutoCloseable {
        /**
         * {@code ibv_reg_mr}.
         *
         * @param access bits of {@link Access}
         */
        Region registerRegion(MemorySegment memory, int access);

        /** {@code ibv_create_qp} of type UC, in state RESET. */
        Pair createQueuePair(Completions send, Completions receive, QueueDepths depths);

        /** {@code ibv_dealloc_pd}. */
        @Override
        void close();
    }

    /** {@code struct ibv_mr}: a memory region. */
    interface Region extends AutoCloseable {
        MemorySegment memory();

        /** {@code ibv_dereg_mr}. */
        @Override
        void close();
    }

    /** {@code struct ibv_cq}: a completion queue. */
    interface Completions extends AutoCloseable {
        /**
         * {@code ibv_poll_cq}.
         *
         * @return completions handed over, at most {@code limit}; or an error number, negated
         */
        int poll(CompletionHandler handler, int limit);

        /** {@code ibv_destroy_cq}. */
        @Override
        void close();
    }

    /** {@code struct ibv_qp}: a queue pair. */
    interface Pair extends AutoCloseable {
        /** Queue pair number, 24 bits. */
        int number();

        QueuePairAttributes query();

        /** RESET to INIT. */
        void modifyToInit(int port);

        /** INIT to RTR. */
        void modifyToReceive(RemoteQueuePair remote, PathMtu mtu, int port, int gidIndex);

        /** RTR to RTS. */
        void modifyToSend(int packetSequenceNumber);

        /**
         * {@code ibv_post_send} of one signalled SEND with one gather entry.
         *
         * @return 0 or an error number
         */
        int postSend(long workRequestId, Region region, long offset, int lengthBytes);

        /**
         * {@code ibv_post_recv} of one scatter entry.
         *
         * @return 0 or an error number
         */
        int postReceive(long workRequestId, Region region, long offset, int lengthBytes);

        /** {@code ibv_destroy_qp}. */
        @Override
        void close();
    }

    /** {@code enum ibv_access_flags}: the bits in use. */
    final class Access {
        public static final int LOCAL_WRITE = 1;
        public static final int REMOTE_WRITE = 2;
        public static final int REMOTE_READ = 4;

        /** What macOS wants of every region. */
        public static final int ALL = LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ;

        private Access() {}
    }
}
