package org.boltmesh.driver.simulated;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.boltmesh.driver.simulated.ModelledDevice.Cq;
import org.boltmesh.driver.simulated.ModelledDevice.Qp;
import org.boltmesh.driver.simulated.ModelledDevice.Reg;
import org.boltmesh.driver.simulated.RulesModel.CableModel;
import org.boltmesh.driver.simulated.RulesModel.PairModel;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.PortState;
import org.boltmesh.driver.verbs.QueuePairState;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.jspecify.annotations.Nullable;

/** Random connecting, posting, polling, and pulling of cables. */
final class RandomTraffic {
    private final CallChecks checks;
    private final SimulatedFabric fabric;
    private final List<ModelledDevice> contexts;
    private long nextId = 1;

    RandomTraffic(CallChecks checks, SimulatedFabric fabric, List<ModelledDevice> contexts) {
        this.checks = checks;
        this.fabric = fabric;
        this.contexts = contexts;
    }

    void modify(ModelledDevice ctx) {
        if (ctx.pairs.isEmpty()) {
            return;
        }
        Qp pair = checks.any(ctx.pairs);
        switch (checks.upTo(5)) {
            case 0 -> toInit(pair);
            case 1 -> toReceive(pair, 1 + checks.upTo(1 << 20));
            case 2 -> toSend(pair);
            case 3 ->
                    checks.expect(
                            Errno.EINVAL, "to INIT with port 2", () -> pair.spi.modifyToInit(2));
            default ->
                    checks.expect(
                            Errno.EINVAL,
                            "to RTR with GID 0",
                            () ->
                                    pair.spi.modifyToReceive(
                                            remote(pair, 77), PathMtu.MTU_1024, 1, 0));
        }
    }

    private void toInit(Qp pair) {
        int errno = pair.model.modify(QueuePairState.RESET, QueuePairState.INIT);
        checks.expect(errno, "to INIT " + pair.spi.number(), () -> pair.spi.modifyToInit(1));
    }

    private void toReceive(Qp pair, int remoteNumber) {
        int errno = pair.model.modify(QueuePairState.INIT, QueuePairState.RTR);
        if (errno == 0) {
            pair.model.remoteNumber = remoteNumber;
            pair.model.epoch = pair.model.device.cable.epoch;
        }
        checks.expect(
                errno,
                "to RTR " + pair.spi.number() + " -> " + remoteNumber,
                () -> pair.spi.modifyToReceive(remote(pair, remoteNumber), PathMtu.MTU_4096, 1, 1));
    }

    private void toSend(Qp pair) {
        int errno = pair.model.modify(QueuePairState.RTR, QueuePairState.RTS);
        checks.expect(errno, "to RTS " + pair.spi.number(), () -> pair.spi.modifyToSend(1));
    }

    private RemoteQueuePair remote(Qp pair, int number) {
        CableEnd end = CableEnd.parse(pair.ctx.device.name);
        Cable cable = fabric.cables().cableOf(end).orElseThrow();
        var gid = Gid.ofIpv4(cable.address(cable.side(end).other()));
        return new RemoteQueuePair(gid, 0, number, 1);
    }

    /** Brings two fresh queue pairs of one cable to RTS. */
    void connect(ModelledDevice ctx) {
        List<Qp> far =
                contexts.stream()
                        .filter(each -> each.device == ctx.device.far)
                        .flatMap(each -> each.pairs.stream())
                        .filter(each -> each.model.state == QueuePairState.RESET)
                        .toList();
        List<Qp> near =
                ctx.pairs.stream()
                        .filter(each -> each.model.state == QueuePairState.RESET)
                        .toList();
        if (far.isEmpty() || near.isEmpty()) {
            return;
        }
        Qp one = checks.any(near);
        Qp other = checks.any(far);
        one.frames = 1 + checks.upTo(4);
        other.frames = one.frames;
        toInit(one);
        toInit(other);
        toReceive(one, other.spi.number());
        toReceive(other, one.spi.number());
        toSend(one);
        toSend(other);
    }

    void postSend(ModelledDevice ctx) {
        Qp pair = pairToPost(ctx);
        Reg region = pair == null ? null : freeRegion(pair);
        if (pair == null || region == null) {
            return;
        }
        int least = (pair.frames - 1) * Manners.FRAME_BYTES + 1;
        int length = least + checks.upTo(Manners.FRAME_BYTES);
        PairModel peer = pair.model.peer();
        if (checks.oneIn(200) && peer != null && peer.sends.isEmpty()) {
            length = 1 + checks.upTo(ModelledDevice.PAGE);
        }
        post(pair, region, true, length);
    }

    void postReceive(ModelledDevice ctx) {
        Qp pair = pairToPost(ctx);
        Reg region = pair == null ? null : freeRegion(pair);
        if (pair == null || region == null) {
            return;
        }
        post(pair, region, false, pair.frames * Manners.FRAME_BYTES);
    }

    private @Nullable Qp pairToPost(ModelledDevice ctx) {
        return ctx.pairs.isEmpty() ? null : checks.any(ctx.pairs);
    }

    private @Nullable Reg freeRegion(Qp pair) {
        if (pair.ctx.regions.isEmpty()) {
            return null;
        }
        Reg region = checks.any(pair.ctx.regions);
        return region.busy ? null : region;
    }

    private void post(Qp pair, Reg region, boolean send, int lengthBytes) {
        boolean beyond = checks.oneIn(100);
        long offset = beyond ? ModelledDevice.PAGE - lengthBytes + 1L : 0;
        long id = nextId++;
        int expected = Errno.EINVAL;
        if (!beyond && region.domain == pair.domain) {
            expected =
                    send
                            ? pair.model.postSend(id, lengthBytes)
                            : pair.model.postReceive(id, lengthBytes);
        }
        if (expected == 0 && send) {
            sign(region.spi.memory(), lengthBytes, id);
        }
        String what =
                (send ? "send " : "receive ")
                        + id
                        + " on "
                        + pair.spi.number()
                        + " of "
                        + lengthBytes;
        checks.note(what);
        int actual =
                send
                        ? pair.spi.postSend(id, region.spi, offset, lengthBytes)
                        : pair.spi.postReceive(id, region.spi, offset, lengthBytes);
        checks.check(what, actual, expected);
        if (expected == 0) {
            region.busy = true;
            pair.posted.put(id, region);
        } else {
            checks.onRefused();
        }
    }

    private static void sign(MemorySegment memory, int lengthBytes, long id) {
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) id);
        memory.set(ValueLayout.JAVA_BYTE, lengthBytes - 1, (byte) (id * 7));
        if (lengthBytes >= 16) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 1, id);
        }
    }

    void turnCable(ModelledDevice ctx) {
        settle();
        CableModel cable = ctx.device.cable;
        CableEnd end = CableEnd.parse(ctx.device.name);
        checks.note("turn " + end);
        if (cable.in) {
            fabric.pull(end);
        } else {
            fabric.plug(end);
        }
        cable.turn();
    }

    void look(ModelledDevice ctx) {
        if (!ctx.pairs.isEmpty()) {
            Qp pair = checks.any(ctx.pairs);
            settle();
            checks.check(
                    "state of " + pair.spi.number(), pair.spi.query().state(), pair.model.state);
        }
        checks.check(
                "port of " + ctx.device.name,
                ctx.spi.queryPort(1).state() == PortState.ACTIVE,
                ctx.device.cable.in);
        checks.check("GID", ctx.spi.queryGid(1, 1).isIpv4(), ctx.device.cable.in);
        CableEnd end = CableEnd.parse(ctx.device.name);
        checks.check("queue pairs", fabric.queuePairsHeld(end), ctx.device.queuePairs);
        checks.check("regions", fabric.regionsHeld(end), ctx.device.regions);
        if (!ctx.device.cable.in) {
            turnCable(ctx);
        }
    }

    void settle() {
        checks.note("settle");
        RulesModel.settle(pairs().stream().map(pair -> pair.model).toList());
        int idle = 0;
        while (idle < 2) {
            idle = poll() == 0 ? idle + 1 : 0;
        }
        pairs().forEach(this::compare);
    }

    private List<Qp> pairs() {
        return contexts.stream().flatMap(ctx -> ctx.pairs.stream()).toList();
    }

    private int poll() {
        int count = 0;
        for (ModelledDevice ctx : contexts) {
            for (Cq queue : ctx.queues) {
                int polled = queue.spi.poll(ctx.handler, 1 + checks.upTo(16));
                checks.check("poll", polled >= 0, true);
                count += polled;
            }
        }
        return count;
    }

    private void compare(Qp pair) {
        checks.check("sent by " + pair.spi.number(), pair.sent, pair.model.sent);
        checks.check("received by " + pair.spi.number(), pair.received, pair.model.received);
        pair.sent.clear();
        pair.received.clear();
        pair.model.sent.clear();
        pair.model.received.clear();
    }
}
