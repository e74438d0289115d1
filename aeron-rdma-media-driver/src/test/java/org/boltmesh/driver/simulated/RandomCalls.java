package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.boltmesh.driver.simulated.RulesModel.CableModel;
import org.boltmesh.driver.simulated.RulesModel.Completed;
import org.boltmesh.driver.simulated.RulesModel.DeviceModel;
import org.boltmesh.driver.simulated.RulesModel.PairModel;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.PortState;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.QueuePairState;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.jspecify.annotations.Nullable;

/**
 * Random legal and illegal calls to simulated devices, each answer compared with the model's. Four
 * owners: two of one host, and two hosts more; three cables.
 */
final class RandomCalls implements AutoCloseable {
    static final String CABLES =
            """
            manners thunderbolt
            cable a:en0 b:en0
            cable a:en1 b:en1
            cable b:en2 c:en0
            """;

    private static final int PAGE = 16384;
    private static final int POOL_PAGES = 160;
    private static final int SETTLE_EVERY = 20;
    private static final int LOG_LENGTH = 60;

    private static final class Ctx {
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

        Ctx(VerbsProvider provider, DeviceModel device) {
            this.device = device;
            this.spi = provider.open(device.name.substring(2));
            this.pool = spi.allocateMemory((long) POOL_PAGES * PAGE);
        }
    }

    private static final class Dom {
        final Ctx ctx;
        final VerbsProvider.Domain spi;
        int users;

        Dom(Ctx ctx, VerbsProvider.Domain spi) {
            this.ctx = ctx;
            this.spi = spi;
        }
    }

    private static final class Cq {
        final VerbsProvider.Completions spi;
        int users;

        Cq(VerbsProvider.Completions spi) {
            this.spi = spi;
        }
    }

    /** A region of one page, which one posted message uses at a time. */
    private static final class Reg {
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

    private static final class Qp {
        final Ctx ctx;
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

    /** A call that may throw. */
    private interface Call {
        void run();
    }

    private final SplittableRandom random;
    private final SimulatedFabric fabric;
    private final List<SimulatedProvider> providers = new ArrayList<>();
    private final List<Ctx> contexts = new ArrayList<>();
    private final Map<CableModel, CableEnd> cables = new HashMap<>();
    private final Deque<String> log = new ArrayDeque<>();
    private long nextId = 1;
    private int failures;

    RandomCalls(Path folder, long seed) {
        random = new SplittableRandom(seed);
        fabric = SimulatedFabric.lay(folder, CABLES);
        Map<String, DeviceModel> devices = new HashMap<>();
        lay(devices, "a:en0", "b:en0");
        lay(devices, "a:en1", "b:en1");
        lay(devices, "b:en2", "c:en0");
        for (String host : List.of("a", "a", "b", "c")) {
            SimulatedProvider provider = new SimulatedProvider(folder, host, new CallFaults());
            providers.add(provider);
            devices.values().stream()
                    .filter(device -> device.name.startsWith(host + ":"))
                    .sorted((one, other) -> one.name.compareTo(other.name))
                    .forEach(device -> contexts.add(new Ctx(provider, device)));
        }
    }

    private void lay(Map<String, DeviceModel> devices, String left, String right) {
        CableModel cable = new CableModel();
        DeviceModel one = new DeviceModel(left, cable);
        DeviceModel other = new DeviceModel(right, cable);
        one.far = other;
        other.far = one;
        devices.put(left, one);
        devices.put(right, other);
        cables.put(cable, CableEnd.parse(left));
    }

    /** Calls that were refused, as the model said. */
    int failures() {
        return failures;
    }

    void run(long operations) {
        for (long i = 1; i <= operations; i++) {
            one(contexts.get(random.nextInt(contexts.size())));
            if (i % SETTLE_EVERY == 0) {
                settle();
            }
        }
        settle();
    }

    private void one(Ctx ctx) {
        int dice = random.nextInt(1000);
        if (dice < 15) {
            domain(ctx);
        } else if (dice < 30) {
            queue(ctx);
        } else if (dice < 110) {
            region(ctx);
        } else if (dice < 150) {
            pair(ctx);
        } else if (dice < 200) {
            modify(ctx);
        } else if (dice < 230) {
            connect(ctx);
        } else if (dice < 580) {
            postSend(ctx);
        } else if (dice < 930) {
            postReceive(ctx);
        } else if (dice < 932) {
            turnCable(ctx);
        } else {
            look(ctx);
        }
    }

    private void expect(int errno, String what, Call call) {
        note(what);
        int actual = 0;
        try {
            call.run();
        } catch (VerbsException e) {
            actual = e.errno();
        }
        check(what, actual, errno);
        failures += errno == 0 ? 0 : 1;
    }

    private void check(String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            throw new AssertionError(
                    "%s: the provider says %s, the model %s; before that: %s"
                            .formatted(what, actual, expected, String.join("\n", log)));
        }
    }

    private void note(String what) {
        log.add(what);
        if (log.size() > LOG_LENGTH) {
            log.remove();
        }
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    private void domain(Ctx ctx) {
        if (ctx.domains.isEmpty() || (ctx.domains.size() < 4 && oneIn(2))) {
            expect(
                    0,
                    ctx.device.name + " alloc_pd",
                    () -> ctx.domains.add(new Dom(ctx, ctx.spi.allocateDomain())));
            return;
        }
        Dom domain = any(ctx.domains);
        expect(domain.users > 0 ? Errno.EBUSY : 0, "dealloc_pd", domain.spi::close);
        if (domain.users == 0) {
            ctx.domains.remove(domain);
            expect(Errno.EINVAL, "dealloc_pd twice", domain.spi::close);
        }
    }

    private void queue(Ctx ctx) {
        if (oneIn(10)) {
            expect(Errno.EINVAL, "create_cq 0", () -> ctx.spi.createCompletionQueue(0));
        } else if (ctx.queues.isEmpty() || (ctx.queues.size() < 4 && oneIn(2))) {
            expect(
                    0,
                    ctx.device.name + " create_cq",
                    () -> ctx.queues.add(new Cq(ctx.spi.createCompletionQueue(8192))));
        } else {
            Cq queue = any(ctx.queues);
            expect(queue.users > 0 ? Errno.EBUSY : 0, "destroy_cq", queue.spi::close);
            if (queue.users == 0) {
                ctx.queues.remove(queue);
                expect(Errno.EINVAL, "destroy_cq twice", queue.spi::close);
            }
        }
    }

    private void region(Ctx ctx) {
        int page = ctx.usedPages.nextClearBit(0);
        if (ctx.domains.isEmpty()) {
            return;
        }
        if (page < POOL_PAGES && random.nextInt(100) < 55) {
            register(any(ctx.domains), page);
        } else {
            deregister(ctx, 1 + (oneIn(40) ? 60 : 0));
        }
    }

    private void register(Dom domain, int page) {
        Ctx ctx = domain.ctx;
        MemorySegment memory = ctx.pool.asSlice((long) page * PAGE, PAGE);
        int all = VerbsProvider.Access.ALL;
        switch (random.nextInt(40)) {
            case 0 ->
                    expect(
                            Errno.EFAULT,
                            "reg_mr misaligned",
                            () -> domain.spi.registerRegion(ctx.pool.asSlice(4096, PAGE), all));
            case 1 ->
                    expect(
                            Errno.EFAULT,
                            "reg_mr of part of a page",
                            () -> domain.spi.registerRegion(memory.asSlice(0, 4096), all));
            case 2 ->
                    expect(
                            Errno.EINVAL,
                            "reg_mr with few rights",
                            () ->
                                    domain.spi.registerRegion(
                                            memory, VerbsProvider.Access.LOCAL_WRITE));
            case 3 ->
                    expect(
                            Errno.EFAULT,
                            "reg_mr of foreign memory",
                            () ->
                                    domain.spi.registerRegion(
                                            Arena.ofAuto().allocate(PAGE, PAGE), all));
            default -> {
                boolean full = ctx.device.regions == RulesModel.REGIONS_MAX;
                expect(
                        full ? Errno.ENOMEM : 0,
                        ctx.device.name + " reg_mr",
                        () -> {
                            var region = domain.spi.registerRegion(memory, all);
                            ctx.regions.add(new Reg(domain, region, page));
                        });
                if (!full) {
                    ctx.device.regions++;
                    ctx.usedPages.set(page);
                    domain.users++;
                }
            }
        }
    }

    private void deregister(Ctx ctx, int count) {
        for (int i = 0; i < count && !ctx.regions.isEmpty(); i++) {
            Reg region = any(ctx.regions);
            if (region.busy) {
                continue;
            }
            expect(0, ctx.device.name + " dereg_mr", region.spi::close);
            ctx.regions.remove(region);
            ctx.usedPages.clear(region.page);
            ctx.device.regions--;
            region.domain.users--;
        }
    }

    private void pair(Ctx ctx) {
        if (ctx.domains.isEmpty() || ctx.queues.isEmpty()) {
            return;
        }
        if (random.nextInt(100) < 60) {
            create(any(ctx.domains), any(ctx.queues), any(ctx.queues));
        } else if (!ctx.pairs.isEmpty()) {
            destroy(any(ctx.pairs));
        }
    }

    private void create(Dom domain, Cq send, Cq receive) {
        Ctx ctx = domain.ctx;
        var depths = new QueueDepths(1 + random.nextInt(24), 1 + random.nextInt(24));
        if (oneIn(30)) {
            var tooDeep = new QueueDepths(RulesModel.DEPTH_MAX + 1, 1);
            expect(
                    Errno.EINVAL,
                    "create_qp too deep",
                    () -> domain.spi.createQueuePair(send.spi, receive.spi, tooDeep));
            return;
        }
        boolean full = ctx.device.queuePairs == RulesModel.QUEUE_PAIRS_MAX;
        expect(
                full ? Errno.EBUSY : 0,
                ctx.device.name + " create_qp " + depths,
                () -> {
                    var spi = domain.spi.createQueuePair(send.spi, receive.spi, depths);
                    var model = new PairModel(ctx.device, depths.send(), depths.receive());
                    add(new Qp(domain, send, receive, spi, model));
                });
    }

    private void add(Qp pair) {
        pair.model.number = pair.spi.number();
        check("a new number", pair.ctx.byNumber.put(pair.spi.number(), pair) == null, true);
        pair.ctx.pairs.add(pair);
        pair.ctx.device.queuePairs++;
        pair.ctx.device.pairs.put(pair.spi.number(), pair.model);
        pair.domain.users++;
        pair.send.users++;
        pair.receive.users++;
    }

    private void destroy(Qp pair) {
        settle();
        expect(0, "destroy_qp " + pair.spi.number(), pair.spi::close);
        expect(Errno.EINVAL, "destroy_qp twice", pair.spi::close);
        pair.posted.values().forEach(region -> region.busy = false);
        pair.ctx.byNumber.remove(pair.spi.number());
        pair.ctx.pairs.remove(pair);
        pair.ctx.device.queuePairs--;
        pair.ctx.device.pairs.remove(pair.spi.number());
        pair.domain.users--;
        pair.send.users--;
        pair.receive.users--;
    }

    private void modify(Ctx ctx) {
        if (ctx.pairs.isEmpty()) {
            return;
        }
        Qp pair = any(ctx.pairs);
        switch (random.nextInt(5)) {
            case 0 -> toInit(pair);
            case 1 -> toReceive(pair, 1 + random.nextInt(1 << 20));
            case 2 -> toSend(pair);
            case 3 -> expect(Errno.EINVAL, "to INIT with port 2", () -> pair.spi.modifyToInit(2));
            default ->
                    expect(
                            Errno.EINVAL,
                            "to RTR with GID 0",
                            () ->
                                    pair.spi.modifyToReceive(
                                            remote(pair, 77), PathMtu.MTU_1024, 1, 0));
        }
    }

    private void toInit(Qp pair) {
        int errno = pair.model.modify(QueuePairState.RESET, QueuePairState.INIT);
        expect(errno, "to INIT " + pair.spi.number(), () -> pair.spi.modifyToInit(1));
    }

    private void toReceive(Qp pair, int remoteNumber) {
        int errno = pair.model.modify(QueuePairState.INIT, QueuePairState.RTR);
        if (errno == 0) {
            pair.model.remoteNumber = remoteNumber;
            pair.model.epoch = pair.model.device.cable.epoch;
        }
        expect(
                errno,
                "to RTR " + pair.spi.number() + " -> " + remoteNumber,
                () -> pair.spi.modifyToReceive(remote(pair, remoteNumber), PathMtu.MTU_4096, 1, 1));
    }

    private void toSend(Qp pair) {
        int errno = pair.model.modify(QueuePairState.RTR, QueuePairState.RTS);
        expect(errno, "to RTS " + pair.spi.number(), () -> pair.spi.modifyToSend(1));
    }

    private RemoteQueuePair remote(Qp pair, int number) {
        CableEnd end = CableEnd.parse(pair.ctx.device.name);
        Cable cable = fabric.cables().cableOf(end).orElseThrow();
        var gid = Gid.ofIpv4(cable.address(cable.side(end).other()));
        return new RemoteQueuePair(gid, 0, number, 1);
    }

    /** Brings two fresh queue pairs of one cable to RTS. */
    private void connect(Ctx ctx) {
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
        Qp one = any(near);
        Qp other = any(far);
        one.frames = 1 + random.nextInt(4);
        other.frames = one.frames;
        toInit(one);
        toInit(other);
        toReceive(one, other.spi.number());
        toReceive(other, one.spi.number());
        toSend(one);
        toSend(other);
    }

    private void postSend(Ctx ctx) {
        Qp pair = pairToPost(ctx);
        Reg region = pair == null ? null : freeRegion(pair);
        if (pair == null || region == null) {
            return;
        }
        int least = (pair.frames - 1) * Manners.FRAME_BYTES + 1;
        int length = least + random.nextInt(Manners.FRAME_BYTES);
        PairModel peer = pair.model.peer();
        if (oneIn(200) && peer != null && peer.sends.isEmpty()) {
            length = 1 + random.nextInt(PAGE);
        }
        post(pair, region, true, length);
    }

    private void postReceive(Ctx ctx) {
        Qp pair = pairToPost(ctx);
        Reg region = pair == null ? null : freeRegion(pair);
        if (pair == null || region == null) {
            return;
        }
        post(pair, region, false, pair.frames * Manners.FRAME_BYTES);
    }

    private @Nullable Qp pairToPost(Ctx ctx) {
        return ctx.pairs.isEmpty() ? null : any(ctx.pairs);
    }

    private @Nullable Reg freeRegion(Qp pair) {
        if (pair.ctx.regions.isEmpty()) {
            return null;
        }
        Reg region = any(pair.ctx.regions);
        return region.busy ? null : region;
    }

    private void post(Qp pair, Reg region, boolean send, int lengthBytes) {
        boolean beyond = oneIn(100);
        long offset = beyond ? PAGE - lengthBytes + 1L : 0;
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
        note(what);
        int actual =
                send
                        ? pair.spi.postSend(id, region.spi, offset, lengthBytes)
                        : pair.spi.postReceive(id, region.spi, offset, lengthBytes);
        check(what, actual, expected);
        if (expected == 0) {
            region.busy = true;
            pair.posted.put(id, region);
        } else {
            failures++;
        }
    }

    private static void sign(MemorySegment memory, int lengthBytes, long id) {
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) id);
        memory.set(ValueLayout.JAVA_BYTE, lengthBytes - 1, (byte) (id * 7));
        if (lengthBytes >= 16) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 1, id);
        }
    }

    private void turnCable(Ctx ctx) {
        settle();
        CableModel cable = ctx.device.cable;
        CableEnd end = Objects.requireNonNull(cables.get(cable));
        note("turn " + end);
        if (cable.in) {
            fabric.pull(end);
        } else {
            fabric.plug(end);
        }
        cable.turn();
    }

    private void look(Ctx ctx) {
        if (!ctx.pairs.isEmpty()) {
            Qp pair = any(ctx.pairs);
            settle();
            check("state of " + pair.spi.number(), pair.spi.query().state(), pair.model.state);
        }
        check(
                "port of " + ctx.device.name,
                ctx.spi.queryPort(1).state() == PortState.ACTIVE,
                ctx.device.cable.in);
        check("GID", ctx.spi.queryGid(1, 1).isIpv4(), ctx.device.cable.in);
        CableEnd end = CableEnd.parse(ctx.device.name);
        check("queue pairs", fabric.queuePairsHeld(end), ctx.device.queuePairs);
        check("regions", fabric.regionsHeld(end), ctx.device.regions);
        if (!ctx.device.cable.in) {
            turnCable(ctx);
        }
    }

    private void settle() {
        note("settle");
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
        for (Ctx ctx : contexts) {
            for (Cq queue : ctx.queues) {
                int polled = queue.spi.poll(ctx.handler, 1 + random.nextInt(16));
                check("poll", polled >= 0, true);
                count += polled;
            }
        }
        return count;
    }

    private void compare(Qp pair) {
        check("sent by " + pair.spi.number(), pair.sent, pair.model.sent);
        check("received by " + pair.spi.number(), pair.received, pair.model.received);
        pair.sent.clear();
        pair.received.clear();
        pair.model.sent.clear();
        pair.model.received.clear();
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

    /** Closes everything and looks for leaks. */
    @Override
    public void close() {
        for (Ctx ctx : contexts) {
            List.copyOf(ctx.pairs).forEach(this::destroy);
        }
        for (Ctx ctx : contexts) {
            deregister(ctx, Integer.MAX_VALUE);
            ctx.queues.forEach(queue -> expect(0, "destroy_cq", queue.spi::close));
            ctx.domains.forEach(domain -> expect(0, "dealloc_pd", domain.spi::close));
            ctx.spi.freeMemory(ctx.pool);
            expect(0, "close_device", ctx.spi::close);
            CableEnd end = CableEnd.parse(ctx.device.name);
            check("regions left", fabric.regionsHeld(end), ctx.device.regions);
        }
        for (Ctx ctx : contexts) {
            CableEnd end = CableEnd.parse(ctx.device.name);
            check("queue pairs left", fabric.queuePairsHeld(end), 0);
            check("regions left at last", fabric.regionsHeld(end), 0);
        }
        providers.forEach(SimulatedProvider::close);
        fabric.close();
    }
}
