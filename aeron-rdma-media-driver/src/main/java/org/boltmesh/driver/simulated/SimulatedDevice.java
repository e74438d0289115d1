package org.boltmesh.driver.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PortAttributes;
import org.boltmesh.driver.verbs.PortState;
import org.boltmesh.driver.verbs.VerbsException;

/** A device of this host: its table, its one port, and what is at the other end of its cable. */
final class SimulatedDevice {
    static final int PORT = 1;

    private final Station station;
    private final CableEnd end;
    private final DeviceTable table;
    private final Optional<Link> link;
    private final Reaper reaper;
    private final Grace grace;

    SimulatedDevice(
            Station station, CableEnd end, DeviceTable table, Optional<Link> link, Reaper reaper) {
        this.station = station;
        this.end = end;
        this.table = table;
        this.link = link;
        this.reaper = reaper;
        List<DeviceTable> writers = new ArrayList<>(List.of(table));
        link.ifPresent(present -> writers.add(present.far()));
        this.grace = new Grace(station, writers);
    }

    Station station() {
        return station;
    }

    String name() {
        return end.device();
    }

    DeviceTable table() {
        return table;
    }

    Optional<Link> link() {
        return link;
    }

    Reaper reaper() {
        return reaper;
    }

    /** Of all who may write to memory of this device's regions and queue pairs, or read it. */
    Grace grace() {
        return grace;
    }

    boolean isGone() {
        return table.isGone();
    }

    /**
     * Begins a call.
     *
     * @throws VerbsException if it is to be refused, or with ENODEV if the device has vanished
     */
    void begin(Verb verb) {
        station.begin(verb, name());
        if (isGone()) {
            throw failure(verb, Errno.ENODEV, "the device has vanished");
        }
    }

    /** Begins a call that gives something back; those work without the device, too. */
    void beginClosing(Verb verb) {
        station.begin(verb, name());
    }

    void point(Verb verb) {
        station.faults().point(verb);
    }

    VerbsException failure(Verb verb, int errno, String wanted) {
        return new VerbsException(verb.call(), errno, name(), wanted);
    }

    void checkPort(Verb verb, int port) {
        if (port != PORT) {
            throw failure(verb, Errno.EINVAL, "port %d, want 1, the only one".formatted(port));
        }
    }

    PortAttributes port() {
        boolean active = link.isPresent() && link.get().isActive();
        return new PortAttributes(
                active ? PortState.ACTIVE : PortState.DOWN,
                station.rules().mtu(),
                Gids.TABLE_LENGTH,
                0);
    }

    /** An entry of the GID table. The IPv4 address is there only while the cable is. */
    Gid gid(int index) {
        if (index == Gids.LINK_LOCAL_INDEX) {
            return Gids.linkLocal(end);
        }
        return index == Gids.IPV4_INDEX && link.isPresent() && link.get().isPlugged()
                ? link.get().gid()
                : Gid.NONE;
    }
}
