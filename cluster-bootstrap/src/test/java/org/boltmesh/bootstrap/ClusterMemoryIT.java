package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.bootstrap.ClusterGoldens.TALES_QWEN3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.model.ShardInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four nodes of which two have twice the memory: what goes where, what it takes there as the system
 * and ggml count it, and what is refused.
 */
@Timeout(300)
class ClusterMemoryIT {
    private static final long MIB = 1 << 20;

    /** Room for four layers of about 12 MiB, an end and scratch; the smaller ones for two. */
    private static final long LARGE_BYTES = 56 * MIB;

    private static final int LAYERS = 12;
    private static final int PAGE_BYTES = 16_384;

    @TempDir static Path folder;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static NodeJarCluster cluster;

    private static long limitBytes(String node) {
        return List.of("n1", "n2").contains(node) ? LARGE_BYTES : LARGE_BYTES / 2;
    }

    @BeforeAll
    static void start() throws Exception {
        DeepModel.write(TALES_QWEN3.file(), LAYERS, model(LAYERS));
        DeepModel.write(TALES_QWEN3.file(), 2 * LAYERS, model(2 * LAYERS));
        cluster = NodeJarCluster.of(folder, 4);
        for (String node : cluster.names()) {
            cluster.start(node, "memory-limit = %d".formatted(limitBytes(node)));
        }
        cluster.awaitNodes(cluster.names());
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    private static Path model(int layers) {
        return folder.resolve("of-%d-layers.gguf".formatted(layers));
    }

    private static ModelSpec spec(String name, int layers, List<String> nodes) {
        return new ModelSpec(name, model(layers).toString(), 512, nodes, KvType.F32, 16, 8);
    }

    private static LoadEvent load(ModelSpec spec) throws Exception {
        try (ControlClient client = cluster.client("n4")) {
            return client.load(spec, _ -> {});
        }
    }

    private static ModelStatus loaded(ModelSpec spec) throws Exception {
        LoadEvent event = load(spec);
        assertThat(event).isInstanceOf(LoadEvent.Done.class);
        return ((LoadEvent.Done) event).model();
    }

    private static String refusal(ModelSpec spec) throws Exception {
        LoadEvent event = load(spec);
        assertThat(event).isInstanceOf(LoadEvent.Refused.class);
        return ((LoadEvent.Refused) event).reason();
    }

    private static void unload(String model) throws Exception {
        try (ControlClient client = cluster.client("n3")) {
            assertThat(client.unload(model)).isEmpty();
        }
        assertThat(taken()).containsOnly(0L);
    }

    private static List<Long> taken() {
        return cluster.state("n2").orElseThrow().nodes().stream()
                .map(NodeStatus::takenBytes)
                .toList();
    }

    @Test
    void shouldTakeWhatIsPlannedInProportionToMemory() throws Exception {
        ModelStatus status = loaded(spec("deep", LAYERS, List.of()));
        assertThat(status.shards())
                .extracting(ShardStatus::node)
                .containsExactly("n1", "n2", "n3", "n4");
        assertThat(status.shards())
                .extracting(shard -> shard.layers().layerCount())
                .containsExactly(4, 4, 2, 2);
        for (ShardStatus shard : status.shards()) {
            assertTakesWhatIsPlanned(shard);
        }
        assertThat(taken())
                .isEqualTo(status.shards().stream().map(ClusterMemoryIT::planned).toList());
        unload("deep");
    }

    private static long planned(ShardStatus shard) {
        return shard.plannedWeightBytes() + shard.plannedCacheBytes() + shard.plannedComputeBytes();
    }

    private static void assertTakesWhatIsPlanned(ShardStatus shard) throws IOException {
        assertThat(planned(shard)).isLessThanOrEqualTo(limitBytes(shard.node()));
        ShardInfo info = shard.info().orElseThrow();
        assertThat(info.weightBytes()).isEqualTo(shard.plannedWeightBytes());
        assertThat(info.kvCacheBytes()).isEqualTo(shard.plannedCacheBytes());
        assertThat(info.computeBytes())
                .isPositive()
                .isLessThanOrEqualTo(shard.plannedComputeBytes());
        List<Long> mapped = mappedBytes(shard.pid());
        assertThat(mapped.stream().mapToLong(Long::longValue).sum())
                .as("mapped of the file by process %d, in whole pages", shard.pid())
                .isBetween(
                        shard.plannedWeightBytes(),
                        shard.plannedWeightBytes() + 2L * PAGE_BYTES * mapped.size());
    }

    /** The ranges of the model's file in a process, as the kernel knows them. */
    private static List<Long> mappedBytes(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/maps")).stream()
                .filter(line -> line.endsWith("/" + model(LAYERS).getFileName()))
                .map(line -> line.split("[- ]", 3))
                .map(ends -> Long.parseLong(ends[1], 16) - Long.parseLong(ends[0], 16))
                .toList();
    }

    @Test
    void shouldNotGiveTheSameBytesToTwoLoads() throws Exception {
        loaded(spec("first", LAYERS, List.of()));
        List<Long> taken = taken();
        assertThat(refusal(spec("second", LAYERS, List.of())))
                .contains("not enough memory on 4 nodes", "other loads ")
                .contains("node n1 ", "node n2 ", "node n3 ", "node n4 ");
        assertThat(taken()).isEqualTo(taken).doesNotContain(0L);
        unload("first");
        loaded(spec("second", LAYERS, List.of()));
        unload("second");
    }

    @Test
    void shouldRefuseAModelThatIsLargerThanTheClusterByNodeAndBytes() throws Exception {
        String limit = "limit %,d".formatted(limitBytes("n4"));
        assertThat(refusal(spec("large", 2 * LAYERS, List.of())))
                .contains("not enough memory on 4 nodes", "node n4 needs ", limit)
                .contains("bytes for layers ", " are missing");
        assertThat(refusal(spec("deep", LAYERS, cluster.first(3))))
                .contains("not enough memory on 3 nodes", "node n3 needs ")
                .doesNotContain("n4");
        assertThat(taken()).containsOnly(0L);
    }
}
