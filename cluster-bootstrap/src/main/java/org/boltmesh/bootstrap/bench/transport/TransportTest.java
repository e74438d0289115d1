package org.boltmesh.bootstrap.bench.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One thing that is measured.
 *
 * @param latencyNs of the cable; 0 where none is used
 */
public record TransportTest(Way way, long latencyNs, int lengthBytes) {
    /** The latencies of the cable that are measured. */
    public static final List<Long> LATENCIES_NS = List.of(TimeUnit.MICROSECONDS.toNanos(10), 0L);

    /** All tests of messages of one length, in the order in which a round has them. */
    static List<TransportTest> of(int lengthBytes) {
        List<TransportTest> tests = new ArrayList<>();
        for (long latencyNs : LATENCIES_NS) {
            tests.add(new TransportTest(Way.BARE, latencyNs, lengthBytes));
            tests.add(new TransportTest(Way.DRIVER, latencyNs, lengthBytes));
        }
        tests.add(new TransportTest(Way.UDP, 0, lengthBytes));
        tests.add(new TransportTest(Way.IPC, 0, lengthBytes));
        return tests;
    }

    /** The same message by bare queue pairs. */
    TransportTest ofBare() {
        return new TransportTest(Way.BARE, latencyNs, lengthBytes);
    }

    /** The driver's test that this one is compared with. */
    public TransportTest ofDriver() {
        return new TransportTest(Way.DRIVER, latencyNs, lengthBytes);
    }
}
