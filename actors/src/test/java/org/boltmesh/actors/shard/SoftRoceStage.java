package org.boltmesh.actors.shard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.boltmesh.actors.transport.AeronChannels;
import org.boltmesh.actors.transport.WorkAddress;
import org.boltmesh.driver.guest.NodeTraffic;
import org.boltmesh.driver.guest.RoceHost;
import org.boltmesh.driver.guest.RoceNode;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineRequest;
import org.boltmesh.shards.engine.GgufModelLoader;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;
import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * A node of two without actors: a driver on real verbs, and an engine with one half of a model. The
 * first host is the pipeline's head. It answers each line of its standard input, {@code PHASE
 * COUNT}, by the tokens of so many answers and what both drivers sent meanwhile; the second host
 * serves it until it is killed. Arguments: a folder, the model, the prompt's ids, and how many
 * tokens an answer has.
 */
final class SoftRoceStage {
    static final String READY = "READY";
    static final String TOKENS = " TOKENS ";
    static final String SENT = " SENT ";

    /** Said after an answer's third token. */
    static final String BUSY = " BUSY";

    /** Said with the reason when an answer broke off. */
    static final String BROKEN = " BROKEN ";

    private static final int STAGES = 2;
    private static final int LAYERS = 5;
    private static final int CONTEXT = 256;
    private static final int PORT = 7080;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What is lost is repaired below; a step that takes so long has nobody to answer it. */
    private static final PipelineTimes TIMES =
            new PipelineTimes(Duration.ofSeconds(14).toNanos(), Duration.ofSeconds(15).toNanos());

    private final RoceNode node;
    private final EngineClient engine;
    private final String model;
    private final List<Integer> prompt;
    private final int count;

    private SoftRoceStage(RoceNode node, EngineClient engine, String[] arguments) {
        this.node = node;
        this.engine = engine;
        model = arguments[1];
        prompt = Stream.of(arguments[2].split(",", -1)).map(Integer::valueOf).toList();
        count = Integer.parseInt(arguments[3]);
    }

    public static void main(String[] arguments) throws IOException {
        var loader = new GgufModelLoader(GgmlEnvironment.current().withHome(EngineHome.path()));
        try (RoceNode node = RoceNode.start(Path.of(arguments[0]));
                var channels = new AeronChannels(node.aeronDirectory());
                EngineHandle engine = new InProcessEngines(() -> loader, channels).start("roce")) {
            new SoftRoceStage(node, engine.client(), arguments).run();
        }
    }

    private void run() throws IOException {
        int stage = node.host().isFirst() ? 0 : 1;
        join(stage, load(stage));
        node.meeting().await();
        if (stage == 0) {
            lead();
        } else {
            serve();
        }
    }

    /** Loads this stage's layers; returns the micro-batch that both can do. */
    private int load(int stage) throws IOException {
        var options =
                new LoadOptions(
                        OptionalInt.of(CONTEXT),
                        KvType.F32,
                        32,
                        1,
                        OptionalInt.of(1),
                        Optional.empty(),
                        OptionalLong.empty());
        LayerRange layers = LayerRange.of(stage == 0 ? 0 : 2, stage == 0 ? 1 : 4, LAYERS);
        var request = new EngineRequest.Load(engine.newRequestId(), model, layers, options);
        int most = get(engine.load(request, (_, _) -> {})).shard().microBatchMax();
        return Math.toIntExact(Math.min(most, node.meeting().exchange(most)));
    }

    private void join(int stage, int microBatch) {
        var limits = new PipelineLimits(CONTEXT, 1, microBatch);
        get(
                engine.join(
                        new EngineRequest.JoinPipeline(
                                engine.newRequestId(),
                                new StageRole(1, stage, STAGES, limits),
                                addresses(),
                                TIMES)));
    }

    private PipelineAddresses addresses() {
        RoceHost host = node.host();
        String head = host.isFirst() ? host.own() : host.peer();
        String tail = host.isFirst() ? host.peer() : host.own();
        return new PipelineAddresses(
                List.of(address(head, tail, 1)),
                List.of(address(head, tail, 2)),
                List.of(address(tail, head, 3)),
                List.of(address(tail, head, 4)));
    }

    private static String address(String from, String to, int streamId) {
        return new WorkAddress(from, to, PORT, streamId).toString();
    }

    /** Tells the head what was sent, whenever it asks. */
    private void serve() throws IOException {
        while (true) {
            bothSent();
        }
    }

    /** What this node and the other one have sent so far. */
    private List<NodeTraffic> bothSent() throws IOException {
        node.meeting().await();
        NodeTraffic own = node.traffic();
        return List.of(own, own.exchange(node.meeting()));
    }

    private void lead() throws IOException {
        System.out.println(READY);
        var told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = told.readLine(); line != null; line = told.readLine()) {
            String[] words = line.split(" ", -1);
            lead(words[0], Integer.parseInt(words[1]));
        }
    }

    private void lead(String phase, int answers) throws IOException {
        try {
            List<NodeTraffic> before = bothSent();
            for (int answer = 0; answer < answers; answer++) {
                System.out.println(phase + TOKENS + generate(phase));
            }
            List<NodeTraffic> after = bothSent();
            // In one piece, as it is read while it is written.
            System.out.println(
                    "%s%shead %s; tail %s; %s"
                            .formatted(
                                    phase,
                                    SENT,
                                    after.getFirst().since(before.getFirst()),
                                    after.getLast().since(before.getLast()),
                                    node.status().links().getFirst()));
        } catch (CompletionException e) {
            System.out.println(
                    phase + BROKEN + e.getCause() + "; " + node.status().links().getFirst());
        }
    }

    private List<Integer> generate(String phase) {
        List<Integer> tokens = new ArrayList<>();
        var request =
                new EngineRequest.Generate(
                        engine.newRequestId(), prompt, SamplingOptions.greedy(), count, 0, false);
        get(
                engine.generate(
                        request,
                        token -> {
                            tokens.add(token.token());
                            if (tokens.size() == 3) {
                                System.out.println(phase + BUSY);
                            }
                        }));
        return tokens;
    }

    private static <T> T get(CompletableFuture<T> answer) {
        return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
}
