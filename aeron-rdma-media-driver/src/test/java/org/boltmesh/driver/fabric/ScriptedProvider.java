package org.boltmesh.driver.fabric;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.boltmesh.driver.verbs.Availability;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.PortAttributes;
import org.boltmesh.driver.verbs.PortState;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.VerbsProvider;

/** Devices by their names: {@code good}, {@code refusing}, {@code broken}, {@code hanging}. */
record ScriptedProvider(Availability availability, List<String> deviceNames)
        implements VerbsProvider {
    static ScriptedProvider with(String... devices) {
        return new ScriptedProvider(Availability.yes("a script"), List.of(devices));
    }

    @Override
    public Optional<String> objectionToRegistering(long lengthBytes) {
        return Optional.empty();
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public Manners manners() {
        return Manners.ORDINARY;
    }

    @Override
    public int pageBytes() {
        return 4096;
    }

    @Override
    public Context open(String deviceName) {
        if (deviceName.equals("broken")) {
            throw new VerbsException("ibv_open_device", Errno.EBUSY, deviceName, "wanted it");
        }
        return new ScriptedContext(deviceName);
    }

    @Override
    public void close() {}

    private record ScriptedContext(String device) implements Context {
        @Override
        public DeviceAttributes queryDevice() {
            return new DeviceAttributes(10, 100, 4095, 65535, 1);
        }

        @Override
        public PortAttributes queryPort(int port) {
            if (device.equals("hanging")) {
                hang();
            }
            return new PortAttributes(PortState.ACTIVE, PathMtu.MTU_1024, 3, 0);
        }

        private static void hang() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Gid queryGid(int port, int index) {
            return index == 1 ? Gid.ofIpv4(0x0A4D_0001) : Gid.NONE;
        }

        @Override
        public Domain allocateDomain() {
            if (device.equals("refusing")) {
                throw new VerbsException("ibv_alloc_pd", Errno.ENOMEM, device, "wanted one");
            }
            return new ScriptedDomain();
        }

        @Override
        public Completions createCompletionQueue(int entries) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MemorySegment allocateMemory(long lengthBytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void freeMemory(MemorySegment memory) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private record ScriptedDomain() implements Domain {
        @Override
        public Region registerRegion(MemorySegment memory, int access) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Pair createQueuePair(
                Completions send,
                Completions receive,
                org.boltmesh.driver.verbs.QueueDepths depths) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
