package org.boltmesh.driver.simulated;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.boltmesh.driver.simulated.RulesModel.CableModel;
import org.boltmesh.driver.simulated.RulesModel.DeviceModel;

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

    private static final int SETTLE_EVERY = 20;

    private final CallChecks checks;
    private final RandomObjects objects;
    private final RandomTraffic traffic;
    private final SimulatedFabric fabric;
    private final List<SimulatedProvider> providers = new ArrayList<>();
    private final List<ModelledDevice> contexts = new ArrayList<>();

    RandomCalls(Path folder, long seed) {
        checks = new CallChecks(new SplittableRandom(seed));
        fabric = SimulatedFabric.lay(folder, CABLES);
        traffic = new RandomTraffic(checks, fabric, contexts);
        objects = new RandomObjects(checks, traffic);
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
                    .forEach(device -> contexts.add(new ModelledDevice(provider, device)));
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
    }

    /** Calls that were refused, as the model said. */
    int failures() {
        return checks.failures();
    }

    void run(long operations) {
        for (long i = 1; i <= operations; i++) {
            one(contexts.get(checks.upTo(contexts.size())));
            if (i % SETTLE_EVERY == 0) {
                traffic.settle();
            }
        }
        traffic.settle();
    }

    private void one(ModelledDevice ctx) {
        int dice = checks.upTo(1000);
        if (dice < 15) {
            objects.domain(ctx);
        } else if (dice < 30) {
            objects.queue(ctx);
        } else if (dice < 110) {
            objects.region(ctx);
        } else if (dice < 150) {
            objects.pair(ctx);
        } else if (dice < 200) {
            traffic.modify(ctx);
        } else if (dice < 230) {
            traffic.connect(ctx);
        } else if (dice < 580) {
            traffic.postSend(ctx);
        } else if (dice < 930) {
            traffic.postReceive(ctx);
        } else if (dice < 932) {
            traffic.turnCable(ctx);
        } else {
            traffic.look(ctx);
        }
    }

    /** Closes everything and looks for leaks. */
    @Override
    public void close() {
        for (ModelledDevice ctx : contexts) {
            List.copyOf(ctx.pairs).forEach(objects::destroy);
        }
        for (ModelledDevice ctx : contexts) {
            objects.deregister(ctx, Integer.MAX_VALUE);
            ctx.queues.forEach(queue -> checks.expect(0, "destroy_cq", queue.spi::close));
            ctx.domains.forEach(domain -> checks.expect(0, "dealloc_pd", domain.spi::close));
            ctx.spi.freeMemory(ctx.pool);
            checks.expect(0, "close_device", ctx.spi::close);
            CableEnd end = CableEnd.parse(ctx.device.name);
            checks.check("regions left", fabric.regionsHeld(end), ctx.device.regions);
        }
        for (ModelledDevice ctx : contexts) {
            CableEnd end = CableEnd.parse(ctx.device.name);
            checks.check("queue pairs left", fabric.queuePairsHeld(end), 0);
            checks.check("regions left at last", fabric.regionsHeld(end), 0);
        }
        providers.forEach(SimulatedProvider::close);
        fabric.close();
    }
}
