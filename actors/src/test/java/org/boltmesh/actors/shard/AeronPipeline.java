package org.boltmesh.actors.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.transport.DriverMain;
import org.boltmesh.actors.transport.DriverState;
import org.boltmesh.actors.transport.MediaDriverKeeper;
import org.boltmesh.actors.transport.NodeWork;
import org.boltmesh.actors.transport.ProcessDrivers;
import org.boltmesh.actors.transport.TestPorts;
import org.boltmesh.actors.transport.WorkAddress;
import org.boltmesh.driver.MediaDriverLaunch;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;
import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * Three stages of stories260K on two drivers: the second stage has one for itself, as if it were on
 * another node.
 */
final class AeronPipeline implements AutoCloseable {
    static final int STAGES = 3;

    private static final String HOST = "127.0.0.1";
    private static final int LAYERS = 5;
    private static final int CONTEXT = 256;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final LoadOptions OPTIONS =
            new LoadOptions(
                    OptionalInt.of(CONTEXT),
                    KvType.F32,
                    32,
                    1,
                    OptionalInt.of(1),
                    Optional.empty(),
                    OptionalLong.empty());

    private final ActorTestKit kit = ActorTestKit.create();
    private final TestProbe<HeadEvent> answers = kit.createTestProbe(HeadEvent.class);
    private final List<TestProbe<DriverState>> drivers = new ArrayList<>();
    private final List<TestProbe<ShardEvent>> owners = new ArrayList<>();
    private final List<ActorRef<LayerShard.Command>> shards = new CopyOnWriteArrayList<>();
    private final Map<Integer, Path> places = new ConcurrentHashMap<>();
    private final List<Integer> ports = new ArrayList<>();
    private final List<ShardEvent.Loaded> loaded = new ArrayList<>();
    private long nextId;
    private Duration longestPause = Duration.ZERO;

    /**
     * Starts drivers and shards, and waits until all layers are loaded.
     *
     * @param engines makes the starter of engines from the directory of their driver
     */
    AeronPipeline(Path home, Path model, Function<Path, EngineStarter> engines) throws IOException {
        List<EngineStarter> starters = new ArrayList<>();
        for (String name : List.of("first", "second")) {
            Path directory = home.resolve(name).resolve("aeron");
            startDriver(directory);
            starters.add(engines.apply(directory));
            InetSocketAddress free = TestPorts.free(HOST);
            ports.add(free.getPort());
        }
        for (int stage = 0; stage < STAGES; stage++) {
            startShard(stage, model, starters.get(node(stage)));
        }
        for (int stage = 0; stage < STAGES; stage++) {
            loaded.add(await(stage, ShardEvent.Loaded.class));
        }
    }

    /** The process id of a stage's first engine. */
    long pid(int stage) {
        return loaded.get(stage).pid();
    }

    private static int node(int stage) {
        return stage % 2;
    }

    private void startDriver(Path directory) {
        TestProbe<DriverState> states = kit.createTestProbe(DriverState.class);
        var starter =
                new ProcessDrivers(
                        MediaDriverLaunch.java(
                                "-cp",
                                System.getProperty("java.class.path"),
                                DriverMain.class.getName()),
                        MediaDriverOptions.in(directory),
                        directory.resolveSibling("driver.log"),
                        Duration.ofSeconds(20));
        int node = drivers.size();
        ActorRef<DriverState> told =
                kit.spawn(
                        Behaviors.receiveMessage(
                                state -> {
                                    onDriver(node, state);
                                    states.ref().tell(state);
                                    return Behaviors.same();
                                }));
        kit.spawn(MediaDriverKeeper.create(starter, told, () -> NodeWork.NONE));
        drivers.add(states);
    }

    /** As the agent of a node does. */
    private void onDriver(int node, DriverState state) {
        Path place = state.aeronDirectory();
        if (state.isRunning() && !place.equals(places.put(node, place))) {
            for (int stage = node; stage < shards.size(); stage += 2) {
                shards.get(stage).tell(new LayerShard.DriverMoved(place));
            }
        }
    }

    private void startShard(int stage, Path model, EngineStarter engines) {
        int first = 2 * stage;
        LayerRange layers = LayerRange.of(first, Math.min(first + 1, LAYERS - 1), LAYERS);
        var plan = new ShardPlan("stories", 1, stage, STAGES, model.toString(), layers, OPTIONS);
        TestProbe<ShardEvent> owner = kit.createTestProbe(ShardEvent.class);
        owners.add(owner);
        shards.add(kit.spawn(LayerShard.create(plan, engines, owner.ref())));
        Path place = places.get(node(stage));
        if (place != null) {
            shards.getLast().tell(new LayerShard.DriverMoved(place));
        }
    }

    /** Waits for an event of a stage; a refusal fails the test. */
    <E extends ShardEvent> E await(int stage, Class<E> wanted) {
        ShardEvent event = owners.get(stage).receiveMessage(PATIENCE);
        while (!wanted.isInstance(event)) {
            assertThat(event).isNotInstanceOf(ShardEvent.Refused.class);
            assertThat(event).isNotInstanceOf(ShardEvent.JoinFailed.class);
            event = owners.get(stage).receiveMessage(PATIENCE);
        }
        return wanted.cast(event);
    }

    /** The process id of the second stage's driver, when there is one that fits. */
    long awaitSecondDriver(LongPredicate wanted) {
        long pid = drivers.get(1).receiveMessage(PATIENCE).pid();
        while (pid == 0 || !wanted.test(pid)) {
            pid = drivers.get(1).receiveMessage(PATIENCE).pid();
        }
        return pid;
    }

    void join(long epoch) {
        PipelineAddresses addresses = addresses((int) epoch * 16);
        // What is lost is sent again by the links, and not because a head has waited so long.
        var times =
                new PipelineTimes(
                        Duration.ofSeconds(50).toNanos(), Duration.ofSeconds(60).toNanos());
        int microBatch =
                loaded.stream().mapToInt(event -> event.info().microBatchMax()).min().orElseThrow();
        var limits = new PipelineLimits(CONTEXT, 1, microBatch);
        for (int stage = 0; stage < STAGES; stage++) {
            var role = new StageRole(epoch, stage, STAGES, limits);
            shards.get(stage).tell(new LayerShard.Join(role, addresses, times));
        }
        for (int stage = 0; stage < STAGES; stage++) {
            assertThat(await(stage, ShardEvent.Joined.class).epoch()).isEqualTo(epoch);
        }
    }

    private PipelineAddresses addresses(int streamId) {
        List<String> plans = new ArrayList<>();
        List<String> activations = new ArrayList<>();
        List<String> reports = new ArrayList<>();
        List<String> acknowledgements = new ArrayList<>();
        for (int stage = 1; stage < STAGES; stage++) {
            plans.add(address(stage, streamId + stage));
            activations.add(address(stage, streamId + 4 + stage));
            reports.add(address(0, streamId + 8 + stage));
            acknowledgements.add(address(stage - 1, streamId + 12 + stage));
        }
        return new PipelineAddresses(plans, activations, reports, acknowledgements);
    }

    private String address(int toStage, int streamId) {
        return new WorkAddress(HOST, HOST, ports.get(node(toStage)), streamId).toString();
    }

    /** Continues a prompt greedily; {@code disturb} happens after the third token. */
    List<Integer> generate(List<Integer> prompt, int count, Runnable disturb) {
        long id = nextId++;
        var work = new GenerateWork(prompt, SamplingOptions.greedy(), count, 0, false, 0);
        shards.getFirst().tell(new LayerShard.Generate(id, work, answers.ref()));
        List<Integer> tokens = new ArrayList<>();
        longestPause = Duration.ZERO;
        HeadEvent event = answers.receiveMessage(PATIENCE);
        long lastNs = System.nanoTime();
        while (event instanceof HeadEvent.TokenCame came) {
            Duration pause = Duration.ofNanos(System.nanoTime() - lastNs);
            longestPause = pause.compareTo(longestPause) > 0 ? pause : longestPause;
            lastNs += pause.toNanos();
            tokens.add(came.token());
            if (tokens.size() == 3) {
                disturb.run();
            }
            event = answers.receiveMessage(PATIENCE);
        }
        assertThat(event).isInstanceOf(HeadEvent.Ended.class);
        return tokens;
    }

    /** Between two tokens of the last answer. */
    Duration longestPause() {
        return longestPause;
    }

    @Override
    public void close() {
        kit.shutdownTestKit();
    }
}
