package org.boltmesh.driver.lane;

import java.nio.file.Path;
import org.boltmesh.driver.simulated.CableEnd;
import org.boltmesh.driver.simulated.CableFaults;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedFabric;
import org.boltmesh.driver.simulated.SimulatedProvider;

/** Both ends of a simulated cable in one thread, with a clock that stands until it is moved. */
final class LaneLink implements AutoCloseable {
    private static final CableEnd CABLE = new CableEnd("a", "rdma_en3");

    final SimulatedFabric fabric;
    final LaneEnd leftEnd;
    final LaneEnd rightEnd;
    final Lanes left;
    final Lanes right;
    long nowNs = 1;
    private final SimulatedProvider provider;

    LaneLink(Path folder, String manners, LaneSizes sizes, long leftEpoch, long rightEpoch) {
        String cables = "manners %s\ncable a:rdma_en3 a:rdma_en4\n".formatted(manners);
        fabric = SimulatedFabric.lay(folder, cables);
        provider = new SimulatedProvider(folder, "a", new CallFaults(), () -> nowNs);
        leftEnd = new LaneEnd(provider, "rdma_en3", sizes);
        rightEnd = new LaneEnd(provider, "rdma_en4", sizes);
        LaneEnd.connect(leftEnd, rightEnd);
        left = leftEnd.lanes(leftEpoch);
        right = rightEnd.lanes(rightEpoch);
        LaneEnd.open(left, right);
    }

    void faults(CableFaults faults) {
        fabric.faults(CABLE, faults);
    }

    void latency(long latencyNs) {
        fabric.latency(CABLE, latencyNs);
    }

    void pull() {
        fabric.pull(CABLE);
    }

    @Override
    public void close() {
        leftEnd.close();
        rightEnd.close();
        provider.close();
        fabric.close();
    }
}
