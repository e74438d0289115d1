package org.boltmesh.driver.simulated;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.boltmesh.driver.simulated.ModelledDevice.Cq;
import org.boltmesh.driver.simulated.ModelledDevice.Dom;
import org.boltmesh.driver.simulated.ModelledDevice.Qp;
import org.boltmesh.driver.simulated.ModelledDevice.Reg;
import org.boltmesh.driver.simulated.RulesModel.PairModel;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.VerbsProvider;

/** Random creating and destroying. */
final class RandomObjects {
    private final CallChecks checks;
    private final RandomTraffic traffic;

    RandomObjects(CallChecks checks, RandomTraffic traffic) {
        this.checks = checks;
        this.traffic = traffic;
    }

    void domain(ModelledDevice ctx) {
        if (ctx.domains.isEmpty() || (ctx.domains.size() < 4 && checks.oneIn(2))) {
            checks.expect(
                    0,
                    ctx.device.name + " alloc_pd",
                    () -> ctx.domains.add(new Dom(ctx, ctx.spi.allocateDomain())));
            return;
        }
        Dom domain = checks.any(ctx.domains);
        checks.expect(domain.users > 0 ? Errno.EBUSY : 0, "dealloc_pd", domain.spi::close);
        if (domain.users == 0) {
            ctx.domains.remove(domain);
            checks.expect(Errno.EINVAL, "dealloc_pd twice", domain.spi::close);
        }
    }

    void queue(ModelledDevice ctx) {
        if (checks.oneIn(10)) {
            checks.expect(Errno.EINVAL, "create_cq 0", () -> ctx.spi.createCompletionQueue(0));
        } else if (ctx.queues.isEmpty() || (ctx.queues.size() < 4 && checks.oneIn(2))) {
            checks.expect(
                    0,
                    ctx.device.name + " create_cq",
                    () -> ctx.queues.add(new Cq(ctx.spi.createCompletionQueue(8192))));
        } else {
            Cq queue = checks.any(ctx.queues);
            checks.expect(queue.users > 0 ? Errno.EBUSY : 0, "destroy_cq", queue.spi::close);
            if (queue.users == 0) {
                ctx.queues.remove(queue);
                checks.expect(Errno.EINVAL, "destroy_cq twice", queue.spi::close);
            }
        }
    }

    void region(ModelledDevice ctx) {
        int page = ctx.usedPages.nextClearBit(0);
        if (ctx.domains.isEmpty()) {
            return;
        }
        if (page < ModelledDevice.POOL_PAGES && checks.upTo(100) < 55) {
            register(checks.any(ctx.domains), page);
        } else {
            deregister(ctx, 1 + (checks.oneIn(40) ? 60 : 0));
        }
    }

    private void register(Dom domain, int page) {
        ModelledDevice ctx = domain.ctx;
        MemorySegment memory =
                ctx.pool.asSlice((long) page * ModelledDevice.PAGE, ModelledDevice.PAGE);
        int all = VerbsProvider.Access.ALL;
        switch (checks.upTo(40)) {
            case 0 ->
                    checks.expect(
                            Errno.EFAULT,
                            "reg_mr misaligned",
                            () ->
                                    domain.spi.registerRegion(
                                            ctx.pool.asSlice(4096, ModelledDevice.PAGE), all));
            case 1 ->
                    checks.expect(
                            Errno.EFAULT,
                            "reg_mr of part of a page",
                            () -> domain.spi.registerRegion(memory.asSlice(0, 4096), all));
            case 2 ->
                    checks.expect(
                            Errno.EINVAL,
                            "reg_mr with few rights",
                            () ->
                                    domain.spi.registerRegion(
                                            memory, VerbsProvider.Access.LOCAL_WRITE));
            case 3 ->
                    checks.expect(
                            Errno.EFAULT,
                            "reg_mr of foreign memory",
                            () ->
                                    domain.spi.registerRegion(
                                            Arena.ofAuto()
                                                    .allocate(
                                                            ModelledDevice.PAGE,
                                                            ModelledDevice.PAGE),
                                            all));
            default -> {
                boolean full = ctx.device.regions == RulesModel.REGIONS_MAX;
                checks.expect(
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

    void deregister(ModelledDevice ctx, int count) {
        for (int i = 0; i < count && !ctx.regions.isEmpty(); i++) {
            Reg region = checks.any(ctx.regions);
            if (region.busy) {
                continue;
            }
            checks.expect(0, ctx.device.name + " dereg_mr", region.spi::close);
            ctx.regions.remove(region);
            ctx.usedPages.clear(region.page);
            ctx.device.regions--;
            region.domain.users--;
        }
    }

    void pair(ModelledDevice ctx) {
        if (ctx.domains.isEmpty() || ctx.queues.isEmpty()) {
            return;
        }
        if (checks.upTo(100) < 60) {
            create(checks.any(ctx.domains), checks.any(ctx.queues), checks.any(ctx.queues));
        } else if (!ctx.pairs.isEmpty()) {
            destroy(checks.any(ctx.pairs));
        }
    }

    private void create(Dom domain, Cq send, Cq receive) {
        ModelledDevice ctx = domain.ctx;
        var depths = new QueueDepths(1 + checks.upTo(24), 1 + checks.upTo(24));
        if (checks.oneIn(30)) {
            var tooDeep = new QueueDepths(RulesModel.DEPTH_MAX + 1, 1);
            checks.expect(
                    Errno.EINVAL,
                    "create_qp too deep",
                    () -> domain.spi.createQueuePair(send.spi, receive.spi, tooDeep));
            return;
        }
        boolean full = ctx.device.queuePairs == RulesModel.QUEUE_PAIRS_MAX;
        checks.expect(
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
        checks.check("a new number", pair.ctx.byNumber.put(pair.spi.number(), pair) == null, true);
        pair.ctx.pairs.add(pair);
        pair.ctx.device.queuePairs++;
        pair.ctx.device.pairs.put(pair.spi.number(), pair.model);
        pair.domain.users++;
        pair.send.users++;
        pair.receive.users++;
    }

    void destroy(Qp pair) {
        traffic.settle();
        checks.expect(0, "destroy_qp " + pair.spi.number(), pair.spi::close);
        checks.expect(Errno.EINVAL, "destroy_qp twice", pair.spi::close);
        pair.posted.values().forEach(region -> region.busy = false);
        pair.ctx.byNumber.remove(pair.spi.number());
        pair.ctx.pairs.remove(pair);
        pair.ctx.device.queuePairs--;
        pair.ctx.device.pairs.remove(pair.spi.number());
        pair.domain.users--;
        pair.send.users--;
        pair.receive.users--;
    }
}
