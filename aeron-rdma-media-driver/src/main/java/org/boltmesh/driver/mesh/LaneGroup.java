package org.boltmesh.driver.mesh;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.lane.Lane;
import org.boltmesh.driver.lane.LaneCounters;
import org.boltmesh.driver.lane.LaneHandler;
import org.boltmesh.driver.lane.LaneSettings;
import org.boltmesh.driver.lane.Lanes;
import org.boltmesh.driver.lane.SendResult;
import org.boltmesh.driver.lane.SlotVerdict;

/** The lanes of one epoch of a link, while they live, and what they counted. */
final class LaneGroup {
    private static final int POLL_LIMIT = 64;

    private final long epoch;
    private final EpochObjects objects;
    private final Lanes lanes;
    private long damagedSeen;
    private long limitsSeen;
    private boolean stopped;

    LaneGroup(long epoch, EpochObjects objects, MeshSettings settings) {
        this.epoch = epoch;
        this.objects = objects;
        List<Lane> list = new ArrayList<>();
        for (EpochObjects.LaneObjects lane : objects.lanes()) {
            list.add(
                    new Lane(
                            lane.pair(),
                            lane.region(),
                            new LaneSettings(
                                    lane.size(),
                                    objects.manners(),
                                    epoch,
                                    settings.sendDeadlineNs(),
                                    settings.settleNs())));
        }
        lanes = new Lanes(list, objects.completions());
    }

    long epoch() {
        return epoch;
    }

    EpochObjects objects() {
        return objects;
    }

    Lanes lanes() {
        return lanes;
    }

    /** Posts all receives; false where the device took fewer than both ends count on. */
    boolean postReceives() {
        boolean all = true;
        for (int index = 0; index < lanes.count(); index++) {
            Lane lane = lanes.lane(index);
            all &= lane.postReceives() == lane.size().windowSlots();
        }
        return all;
    }

    /** The peer has posted all of its receives, too. */
    void open() {
        for (int index = 0; index < lanes.count(); index++) {
            Lane lane = lanes.lane(index);
            lane.open(lane.size().windowSlots());
        }
    }

    int poll(LaneHandler handler, long nowNs) {
        return stopped ? 0 : lanes.poll(handler, nowNs, POLL_LIMIT);
    }

    /** Keep-alives that came since the last question. */
    long newLimits() {
        long heard = lanes.limitsHeard();
        long fresh = heard - limitsSeen;
        limitsSeen = heard;
        return fresh;
    }

    /** Damaged slots that came since the last question. */
    long newDamaged() {
        long damaged = 0;
        for (int index = 0; index < lanes.count(); index++) {
            LaneCounters counters = lanes.lane(index).counters();
            damaged +=
                    counters.judged(SlotVerdict.BAD_CHECKSUM)
                            + counters.judged(SlotVerdict.BAD_SIZE)
                            + counters.judged(SlotVerdict.BAD_MAGIC)
                            + counters.judged(SlotVerdict.BAD_LENGTH);
        }
        long fresh = damaged - damagedSeen;
        damagedSeen = damaged;
        return fresh;
    }

    long paddingBytes() {
        long sum = 0;
        for (int index = 0; index < lanes.count(); index++) {
            sum += lanes.lane(index).counters().paddingBytes();
        }
        return sum;
    }

    long creditsWaited() {
        long sum = 0;
        for (int index = 0; index < lanes.count(); index++) {
            LaneCounters counters = lanes.lane(index).counters();
            sum += counters.offers(SendResult.NO_CREDIT) + counters.offers(SendResult.NO_SLOT);
        }
        return sum;
    }

    long judged(SlotVerdict verdict) {
        long sum = 0;
        for (int index = 0; index < lanes.count(); index++) {
            sum += lanes.lane(index).counters().judged(verdict);
        }
        return sum;
    }

    /** From now on the device thread may close what is beneath. */
    void stop() {
        if (!stopped) {
            stopped = true;
            lanes.stop();
        }
    }
}
