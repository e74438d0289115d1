package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The hands at a simulated fabric, in any process: lays it, pulls and plugs cables, enables RDMA,
 * lets links fail and devices vanish. A cable is named by either of its ends.
 */
public final class SimulatedFabric implements AutoCloseable {
    private final Path folder;
    private final Cables cables;
    private final Map<Cable, CableMemory> memories = new HashMap<>();
    private final Map<CableEnd, DeviceTable> tables = new HashMap<>();

    /**
     * Opens a fabric that was laid.
     *
     * @throws SimulatedFabricException if its folder or the file {@code cables} cannot be used
     */
    public SimulatedFabric(Path folder) {
        this.folder = folder;
        this.cables = Cables.read(folder);
        for (Cable cable : cables.cables()) {
            memories.put(cable, new CableMemory(folder, cables, cable));
        }
        for (CableEnd end : cables.ends()) {
            tables.put(end, new DeviceTable(folder, end));
        }
    }

    /**
     * Writes the file {@code cables} into a folder, which is made if need be, and opens the fabric.
     *
     * @throws SimulatedFabricException if the text is wrong or the folder cannot be written
     */
    public static SimulatedFabric lay(Path folder, String cables) {
        Cables.parse(cables);
        Path file = folder.resolve(Cables.FILE_NAME);
        Path unfinished = folder.resolve(Cables.FILE_NAME + ".new");
        try {
            Files.createDirectories(folder);
            Files.writeString(unfinished, cables);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new SimulatedFabricException("cannot write %s".formatted(file), e);
        }
        return new SimulatedFabric(folder);
    }

    public Path folder() {
        return folder;
    }

    public Cables cables() {
        return cables;
    }

    /** Pulls a cable out: both ports go down and lose their addresses. */
    public void pull(CableEnd end) {
        cable(end).changeLink(word -> LinkWord.withOut(word, true));
    }

    /** Plugs it in again. Queue pairs from before stay silent. */
    public void plug(CableEnd end) {
        cable(end).changeLink(word -> LinkWord.withOut(word, false));
    }

    /** Enables RDMA at this end, as {@code rdma_ctl} and a reboot do. */
    public void enable(CableEnd end) {
        CableMemory cable = cable(end);
        Side side = cable.cable().side(end);
        cable.changeLink(word -> LinkWord.withDisabled(word, side, false));
    }

    public void disable(CableEnd end) {
        CableMemory cable = cable(end);
        Side side = cable.cable().side(end);
        cable.changeLink(word -> LinkWord.withDisabled(word, side, true));
    }

    /** Whether the ports at both ends are active. */
    public boolean isActive(CableEnd end) {
        CableMemory cable = cable(end);
        return cable.isActive(cable.link());
    }

    /** The IPv4 address of a device's interface, a big-endian number; none without a cable. */
    public Optional<Integer> address(CableEnd end) {
        return cables.cableOf(end)
                .filter(cable -> LinkWord.isPlugged(cable(end).link()))
                .map(cable -> cable.address(cable.side(end)));
    }

    /** For messages to come. */
    public void latency(CableEnd end, long latencyNs) {
        if (latencyNs < 0) {
            throw new IllegalArgumentException("latency " + latencyNs + " ns, want 0 or more");
        }
        cable(end).latencyNs(latencyNs);
    }

    /** For messages to come, in each direction; 0 is unlimited. */
    public void bandwidth(CableEnd end, long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException(
                    "bandwidth " + bytesPerSecond + " B/s, want 0 or more");
        }
        cable(end).bandwidthBytesPerSecond(bytesPerSecond);
    }

    /** Sets what the cable does to messages to come, which are counted from 0 again. */
    public void faults(CableEnd end, CableFaults faults) {
        cable(end).faults(faults);
    }

    /** Lets a device vanish, or come back: calls fail, and the far port goes down. */
    public void vanish(CableEnd end, boolean gone) {
        table(end).gone(gone);
        if (cables.cableOf(end).isPresent()) {
            CableMemory cable = cable(end);
            Side side = cable.cable().side(end);
            cable.changeLink(word -> LinkWord.withGone(word, side, gone));
        }
    }

    /** Queue pairs of a device that any process holds. */
    public int queuePairsHeld(CableEnd end) {
        return table(end).queuePairsHeld();
    }

    /** Memory regions of a device that any process holds. */
    public int regionsHeld(CableEnd end) {
        return table(end).regionsHeld();
    }

    private CableMemory cable(CableEnd end) {
        return cables.cableOf(end)
                .flatMap(cable -> Optional.ofNullable(memories.get(cable)))
                .orElseThrow(() -> unknown(end, "an end of a cable"));
    }

    private DeviceTable table(CableEnd end) {
        return Optional.ofNullable(tables.get(end)).orElseThrow(() -> unknown(end, "a device"));
    }

    private IllegalArgumentException unknown(CableEnd end, String wanted) {
        return new IllegalArgumentException(
                "%s, want %s of %s".formatted(end, wanted, folder.resolve(Cables.FILE_NAME)));
    }

    @Override
    public void close() {
        memories.values().forEach(CableMemory::close);
        tables.values().forEach(DeviceTable::close);
    }
}
