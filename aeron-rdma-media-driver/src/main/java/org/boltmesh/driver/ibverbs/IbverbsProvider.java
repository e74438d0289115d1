package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.verbs.Availability;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.boltmesh.driver.verbs.ffi.CallState;
import org.boltmesh.driver.verbs.ffi.Ibverbs;
import org.boltmesh.driver.verbs.ffi.Libc;
import org.boltmesh.driver.verbs.ffi.Symbols;

/**
 * Real devices, through the system's verbs library, which is loaded when it is first asked for and
 * then stays. May be used by any thread; what it opens belongs to one.
 */
public final class IbverbsProvider implements VerbsProvider {
    private static final int SHOWN_DEVICES = 16;

    private final Platform platform;
    private final String library;
    private final int pageBytes = Libc.getpagesize();
    private volatile Optional<String> distrusted = Optional.empty();

    /** This system's library. Loads nothing yet. */
    public IbverbsProvider() {
        this(Platform.current(), Platform.current().library());
    }

    IbverbsProvider(Platform platform, String library) {
        this.platform = platform;
        this.library = library;
    }

    @Override
    public String name() {
        return "verbs";
    }

    @Override
    public Availability availability() {
        Optional<String> objection = distrusted.or(this::loadObjection);
        if (objection.isPresent()) {
            return Availability.no(objection.get());
        }
        try (DeviceList devices = new DeviceList()) {
            return Availability.yes("%s, devices: %s".formatted(library, devices));
        } catch (VerbsException e) {
            return Availability.yes(
                    "%s, no RDMA in this system (%s): %s"
                            .formatted(
                                    library,
                                    Errno.name(e.errno()),
                                    platform.cureOfMissingDevices()));
        }
    }

    private Optional<String> loadObjection() {
        try {
            Symbols.load(library);
            return Optional.empty();
        } catch (UnsatisfiedLinkError | IllegalStateException e) {
            return Optional.of(
                    "%s cannot be used (%s): %s"
                            .formatted(library, e.getMessage(), platform.cureOfMissingLibrary()));
        }
    }

    @Override
    public Manners manners() {
        return platform.manners();
    }

    @Override
    public int pageBytes() {
        return pageBytes;
    }

    @Override
    public Optional<String> objectionToRegistering(long lengthBytes) {
        try {
            return LockedMemoryLimit.ofThisProcess().objectionTo(lengthBytes);
        } catch (VerbsException | UncheckedIOException _) {
            return Optional.empty(); // registering itself will tell
        }
    }

    @Override
    public List<String> deviceNames() {
        if (!availability().available()) {
            return List.of();
        }
        try (DeviceList devices = new DeviceList()) {
            return devices.names();
        } catch (VerbsException _) {
            return List.of(); // availability says why
        }
    }

    @Override
    public Context open(String deviceName) {
        Availability availability = availability();
        if (!availability.available()) {
            throw new VerbsException(
                    "ibv_open_device", Errno.ENODEV, deviceName, availability.reason());
        }
        Calls calls = new Calls(deviceName);
        try (DeviceList devices = new DeviceList()) {
            long device = devices.find(deviceName);
            long context =
                    calls.checkPointer(
                            "ibv_open_device",
                            Ibverbs.ibv_open_device(calls.state(), device),
                            "wanted to open the device");
            return trusted(new IbverbsContext(context, calls, platform));
        }
    }

    /** Before the first call through its pointers. */
    private IbverbsContext trusted(IbverbsContext context) {
        if (!platform.opsInLibrary()) {
            return context;
        }
        long known = Symbols.address("ibv_open_device");
        Optional<String> objection = FunctionOrigin.byDladdr().objection(known, context.ops());
        if (objection.isEmpty()) {
            return context;
        }
        distrusted =
                Optional.of(
                        "%s has another layout than the one we know (%s): update Boltmesh"
                                .formatted(library, objection.get()));
        context.close();
        throw new VerbsException(
                "ibv_open_device", Errno.EOPNOTSUPP, context.device(), distrusted.get());
    }

    /** The library stays loaded: native code cannot be taken out of a process safely. */
    @Override
    public void close() {}

    /** {@code ibv_get_device_list}, open. */
    private static final class DeviceList implements AutoCloseable {
        private final List<String> names = new ArrayList<>();
        private final List<Long> devices = new ArrayList<>();
        private final long list;

        DeviceList() {
            CallState state = new CallState();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment count = arena.allocate(JAVA_INT);
                list = Ibverbs.ibv_get_device_list(state, count.address());
                VerbsException.check(
                        "ibv_get_device_list",
                        list == 0 ? Math.max(1, state.errno()) : 0,
                        "this system",
                        "wanted the list of devices");
                read(count.get(JAVA_INT, 0));
            }
        }

        private void read(int count) {
            MemorySegment entries = Symbols.memory(list, JAVA_LONG.byteSize() * count);
            for (int index = 0; index < count; index++) {
                long device = entries.getAtIndex(JAVA_LONG, index);
                devices.add(device);
                names.add(Symbols.text(Ibverbs.ibv_get_device_name(device)));
            }
        }

        List<String> names() {
            return List.copyOf(names);
        }

        long find(String name) {
            int index = names.indexOf(name);
            if (index < 0) {
                throw new VerbsException(
                        "ibv_open_device",
                        Errno.ENODEV,
                        name,
                        "wanted a device of this name, there are: " + this);
            }
            return devices.get(index);
        }

        @Override
        public void close() {
            Ibverbs.ibv_free_device_list(list);
        }

        @Override
        public String toString() {
            if (names.isEmpty()) {
                return "none";
            }
            String shown =
                    String.join(", ", names.subList(0, Math.min(names.size(), SHOWN_DEVICES)));
            return names.size() > SHOWN_DEVICES ? shown + ", …" : shown;
        }
    }
}
