package org.boltmesh.driver.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Writes down the calls that reach it; refuses or hangs where it is told to. */
final class RecordingProvider implements VerbsProvider {
    final List<String> calls = new ArrayList<>();
    final Map<String, Integer> refusals = new HashMap<>();
    final Map<String, CountDownLatch> hangs = new HashMap<>();
    final Map<String, CountDownLatch> entered = new HashMap<>();
    int postErrno;

    void call(String name) {
        calls.add(name);
        CountDownLatch seen = entered.get(name);
        if (seen != null) {
            seen.countDown();
        }
        CountDownLatch latch = hangs.get(name);
        if (latch != null) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        VerbsException.check(name, refusals.getOrDefault(name, 0), "rec0", "wanted " + name);
    }

    @Override
    public String name() {
        return "recording";
    }

    @Override
    public Availability availability() {
        return Availability.yes("tests");
    }

    @Override
    public Manners manners() {
        return Manners.THUNDERBOLT;
    }

    @Override
    public int pageBytes() {
        return 16384;
    }

    @Override
    public Optional<String> objectionToRegistering(long lengthBytes) {
        return Optional.empty();
    }

    @Override
    public List<String> deviceNames() {
        return List.of("rec0");
    }

    @Override
    public Context open(String deviceName) {
        call("open");
        return new RecordedContext();
    }

    @Override
    public void close() {}

    private final class RecordedContext implements Context {
        @Override
        public DeviceAttributes queryDevice() {
            call("query_device");
            return new DeviceAttributes(10, 100, 4095, 65536, 1);
        }

        @Override
        public PortAttributes queryPort(int port) {
            call("query_port");
            return new PortAttributes(PortState.ACTIVE, PathMtu.MTU_4096, 3, 0);
        }

        @Override
        public Gid queryGid(int port, int index) {
            return index == 2 ? Gid.ofIpv4(0x0A000001) : Gid.NONE;
        }

        @Override
        public Domain allocateDomain() {
            call("alloc_pd");
            return new RecordedDomain();
        }

        @Override
        public Completions createCompletionQueue(int entries) {
            call("create_cq");
            return new RecordedCompletions();
        }

        @Override
        public MemorySegment allocateMemory(long lengthBytes) {
            call("allocate");
            return Arena.ofAuto().allocate(lengthBytes, 16384);
        }

        @Override
        public void freeMemory(MemorySegment memory) {
            call("free");
        }

        @Override
        public void close() {
            call("close_device");
        }
    }

    private final class RecordedDomain implements Domain {
        @Override
        public Region registerRegion(MemorySegment memory, int access) {
            call("reg_mr");
            return new Region() {
                @Override
                public MemorySegment memory() {
                    return memory;
                }

                @Override
                public void close() {
                    call("dereg_mr");
                }
            };
        }

        @Override
        public Pair createQueuePair(Completions send, Completions receive, QueueDepths depths) {
            call("create_qp");
            return new RecordedPair();
        }

        @Override
        public void close() {
            call("dealloc_pd");
        }
    }

    private final class RecordedCompletions implements Completions {
        @Override
        public int poll(CompletionHandler handler, int limit) {
            return -postErrno;
        }

        @Override
        public void close() {
            call("destroy_cq");
        }
    }

    private final class RecordedPair implements Pair {
        @Override
        public int number() {
            return 77;
        }

        @Override
        public QueuePairAttributes query() {
            return new QueuePairAttributes(QueuePairState.RESET, new QueueDepths(1, 1));
        }

        @Override
        public void modifyToInit(int port) {
            call("to_init");
        }

        @Override
        public void modifyToReceive(RemoteQueuePair remote, PathMtu mtu, int port, int gidIndex) {
            call("to_rtr");
        }

        @Override
        public void modifyToSend(int packetSequenceNumber) {
            call("to_rts");
        }

        @Override
        public int postSend(long workRequestId, Region region, long offset, int lengthBytes) {
            return postErrno;
        }

        @Override
        public int postReceive(long workRequestId, Region region, long offset, int lengthBytes) {
            return postErrno;
        }

        @Override
        public void close() {
            call("destroy_qp");
        }
    }
}
