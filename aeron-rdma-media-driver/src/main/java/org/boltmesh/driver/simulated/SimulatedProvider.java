package org.boltmesh.driver.simulated;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.boltmesh.driver.verbs.Availability;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.VerbsProvider;

/**
 * The devices of one host of a simulated fabric. All processes that name the same folder share it;
 * several may be the same host. The folder holds the file {@link Cables cables} that people write,
 * and files of shared memory beside it, so it is best in memory itself ({@code /dev/shm}).
 *
 * <p>Messages move when their sender polls the completion queue: it takes them over the cable in
 * their time and writes into the receiver's memory. A process that never polls never sends.
 *
 * <p>Where Thunderbolt's behaviour is not known: a message too long for its RECV, or of another
 * number of frames, and a RECV or SEND whose region is gone put its queue pair into state ERR, in
 * which everything is flushed. A RECV to a completion queue that is full makes polling fail with
 * EIO for ever. Once a device has vanished its calls fail with ENODEV and polling with EIO, while
 * what exists may still be closed.
 *
 * <p>{@link Manners#ORDINARY} has 64 queue pairs and 1024 regions per device, depths of 4095 work
 * requests, and messages up to 1 GiB. There a SEND into a cable that is out is lost, and the queue
 * pair goes on when it is in again.
 */
public final class SimulatedProvider implements VerbsProvider {
    private static final int PAGE_BYTES = 16384;
    private static final int ORDINARY_PAGE_BYTES = 4096;

    private final String host;
    private final Cables cables;
    private final Station station;
    private final Map<CableEnd, DeviceTable> tables = new HashMap<>();
    private final Map<Cable, CableMemory> memories = new HashMap<>();
    private final Map<String, SimulatedDevice> devices = new LinkedHashMap<>();
    private final Reaper reaper;
    private final List<SimulatedContext> contexts = new CopyOnWriteArrayList<>();
    private boolean closed;

    /**
     * Joins a fabric as a host.
     *
     * @param faults what is to go wrong with this process's own calls
     * @throws SimulatedFabricException if the folder or its file {@code cables} cannot be used
     */
    public SimulatedProvider(Path folder, String host, CallFaults faults) {
        this(folder, host, faults, System::nanoTime);
    }

    /** With a clock in nanoseconds, which all processes of the fabric must share. */
    public SimulatedProvider(Path folder, String host, CallFaults faults, LongSupplier clock) {
        this.host = host;
        this.cables = Cables.read(folder);
        Rules rules = new Rules(cables.manners());
        this.station =
                new Station(folder, Owner.create(folder), rules, faults, clock, new AtomicLong());
        List<CableEnd> own =
                cables.devices(host).stream().map(device -> new CableEnd(host, device)).toList();
        mapAll(own);
        this.reaper = new Reaper(station, List.copyOf(tables.values()));
        own.forEach(end -> devices.put(end.device(), device(end)));
        reaper.start();
    }

    private void mapAll(List<CableEnd> ends) {
        try {
            ends.forEach(this::map);
        } catch (SimulatedFabricException e) {
            unmapAll();
            throw e;
        }
    }

    private void unmapAll() {
        station.owner().close();
        tables.values().forEach(DeviceTable::close);
        memories.values().forEach(CableMemory::close);
    }

    /** Maps a device's table, and what its cable leads to. */
    private void map(CableEnd end) {
        tables.computeIfAbsent(end, key -> new DeviceTable(station.folder(), key));
        Optional<Cable> cable = cables.cableOf(end);
        if (cable.isPresent()) {
            Cable present = cable.get();
            memories.computeIfAbsent(
                    present, key -> new CableMemory(station.folder(), cables, key));
            CableEnd far = present.end(present.side(end).other());
            tables.computeIfAbsent(far, key -> new DeviceTable(station.folder(), key));
        }
    }

    private SimulatedDevice device(CableEnd end) {
        Optional<Link> link =
                cables.cableOf(end)
                        .map(
                                cable -> {
                                    Side side = cable.side(end);
                                    return new Link(
                                            mapped(memories, cable),
                                            side,
                                            mapped(tables, cable.end(side.other())));
                                });
        return new SimulatedDevice(station, end, mapped(tables, end), link, reaper);
    }

    private static <K, V> V mapped(Map<K, V> map, K key) {
        return Optional.ofNullable(map.get(key)).orElseThrow();
    }

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public Availability availability() {
        return devices.isEmpty()
                ? Availability.no(
                        "no cable in %s ends at host '%s'; add one, such as 'cable %s:rdma_en3 …'"
                                .formatted(station.folder().resolve(Cables.FILE_NAME), host, host))
                : Availability.yes(
                        "%d simulated devices in %s".formatted(devices.size(), station.folder()));
    }

    @Override
    public Manners manners() {
        return station.rules().manners();
    }

    @Override
    public int pageBytes() {
        return station.rules().isThunderbolt() ? PAGE_BYTES : ORDINARY_PAGE_BYTES;
    }

    /** Shared memory is not locked. */
    @Override
    public Optional<String> objectionToRegistering(long lengthBytes) {
        return Optional.empty();
    }

    /** The devices that have not vanished; none if the call is to be refused. */
    @Override
    public List<String> deviceNames() {
        if (station.faults().enter(Verb.GET_DEVICE_LIST) != 0) {
            return List.of();
        }
        return devices.values().stream()
                .filter(device -> !device.isGone())
                .map(SimulatedDevice::name)
                .toList();
    }

    @Override
    public Context open(String deviceName) {
        SimulatedDevice device = devices.get(deviceName);
        if (device == null) {
            throw new VerbsException(
                    Verb.OPEN_DEVICE.call(),
                    Errno.ENODEV,
                    deviceName,
                    "wanted one of %s".formatted(devices.keySet()));
        }
        device.begin(Verb.OPEN_DEVICE);
        SimulatedContext context = new SimulatedContext(device, pageBytes());
        contexts.add(context);
        return context;
    }

    /**
     * Leaves the fabric and frees all that is left of this provider's objects. None of them may be
     * used any more.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        reaper.close();
        reaper.freeOwn();
        contexts.forEach(SimulatedContext::unmapAll);
        unmapAll();
    }
}
