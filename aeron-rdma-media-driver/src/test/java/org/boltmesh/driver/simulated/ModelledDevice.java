package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.boltmesh.driver.simulated.RulesModel.Completed;
import org.boltmesh.driver.simulated.RulesModel.DeviceModel;
import org.boltmesh.driver.simulated.RulesModel.PairModel;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.VerbsProvider;

/** A device as one process has opened it: its objects and what the model says of each. */
final class ModelledDevice {
    static final int PAGE = 16384;
    static final int POOL_PAGES = 160;

    static final class Dom {
        final ModelledDevice ctx;
        final VerbsProvider.Domain spi;
        int users;

        Dom(ModelledDevice ctx, VerbsProvider.Domain spi) {
            this.ctx = ctx;
            this.spi = spi;
        }
    }

    static final class Cq {
        final VerbsProvider.Completions spi;
        int users;

        Cq(VerbsProvider.Completions spi) {
            this.spi = spi;
        }
    }

    /** A region of one page, which one posted message uses at a time. */
    static final class Reg {
        final Dom domain;
        final VerbsProvider.Region spi;
        final int page;
        boolean busy;

        Reg(Dom domain, VerbsProvider.Region spi, int page) {
            this.domain = domain;
            this.spi = spi;
            this.page = page;
        }
    }

    static final class Qp {
        final ModelledDevice ctx;
        final Dom domain;
        final Cq send;
        final Cq receive;
        final VerbsProvider.Pair spi;
        final PairModel model;
        final List<Completed> sent = new ArrayList<>();
        final List<Completed> received = new ArrayList<>();
        final Map<Long, Reg> posted = new HashMap<>();
        int frames = 1;

        Qp(Dom domain, Cq send, Cq receive, VerbsProvider.Pair spi, PairModel model) {
            this.ctx = domain.ctx;
            this.domain = domain;
            this.send = send;
            this.receive = receive;
            this.spi = spi;
            this.model = model;
        }
    }

    final VerbsProvider.Context spi;
    final DeviceModel device;
    final MemorySegment pool;
    final BitSet usedPages = new BitSet();
    final List<Dom> domains = new ArrayList<>();
    final List<Cq> queues = new ArrayList<>();
    final List<Reg> regions = new ArrayList<>();
    final List<Qp> pairs = new ArrayList<>();
    final Map<Integer, Qp> byNumber = new HashMap<>();
    final CompletionHandler handler = new Log(byNumber);

    ModelledDevice(VerbsProvider provider, DeviceModel device) {
        this.device = device;
        this.spi = provider.open(device.name.substring(2));
        this.pool = spi.allocateMemory((long) POOL_PAGES * PAGE);
    }

    /** Writes down what completes at a device. */
    private record Log(Map<Integer, Qp> byNumber) implements CompletionHandler {
        private Qp pair(int number) {
            return Objects.requireNonNull(byNumber.get(number));
        }

        @Override
        public void onSent(int number, long id) {
            release(pair(number), id);
            pair(number).sent.add(new Completed(id, CompletionStatus.SUCCESS, 0));
        }

        @Override
        public void onReceived(int number, long id, int lengthBytes) {
            Reg region = release(pair(number), id);
            checkSigned(region.spi.memory(), lengthBytes);
            pair(number).received.add(new Completed(id, CompletionStatus.SUCCESS, lengthBytes));
        }

        @Override
        public void onFailed(int number, long id, CompletionStatus status, int vendor) {
            Qp pair = pair(number);
            boolean send = isSend(pair, id, status);
            release(pair, id);
            (send ? pair.sent : pair.received).add(new Completed(id, status, 0));
        }
    }

    /** Which queue a failed work request is of, as the model has it. */
    private static boolean isSend(Qp pair, long id, CompletionStatus status) {
        return pair.model.sent.contains(new Completed(id, status, 0));
    }

    private static Reg release(Qp pair, long id) {
        Reg region = Objects.requireNonNull(pair.posted.remove(id));
        region.busy = false;
        return region;
    }

    private static void checkSigned(MemorySegment memory, int lengthBytes) {
        byte first = memory.get(ValueLayout.JAVA_BYTE, 0);
        if (lengthBytes >= 16) {
            long id = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 1);
            assertThat(first).isEqualTo((byte) id);
            assertThat(memory.get(ValueLayout.JAVA_BYTE, lengthBytes - 1))
                    .isEqualTo((byte) (id * 7));
        }
    }
}
