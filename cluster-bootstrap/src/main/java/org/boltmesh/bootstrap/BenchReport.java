package org.boltmesh.bootstrap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.bootstrap.bench.Speeds;
import org.boltmesh.shards.model.ShardInfo;
import tools.jackson.databind.json.JsonMapper;

/** What was measured of a model, and in which forms it is told. Pure. */
record BenchReport(ModelStatus model, List<Speeds> results) {
    private static final String CSV_HEAD =
            "model,nodes,test,kind,tokens,repetitions,mean,deviation,median,min,max";

    BenchReport {
        results = List.copyOf(results);
    }

    /** With an end of line. */
    String text(BenchFormat format) {
        return switch (format) {
            case TABLE -> table();
            case JSON -> JsonMapper.shared().writeValueAsString(fields()) + System.lineSeparator();
            case CSV -> csv();
        };
    }

    private String table() {
        var table = new TextTable(1, 7, "test", "runs", "tokens/s", "±", "median", "least", "most");
        for (Speeds speeds : results) {
            table.add(
                    speeds.test().name(),
                    Integer.toString(speeds.samples().size()),
                    shown(speeds.mean()),
                    shown(speeds.deviation()),
                    shown(speeds.median()),
                    shown(speeds.min()),
                    shown(speeds.max()));
        }
        String place =
                "%s on %s%s%s%n"
                        .formatted(
                                model.spec().name(),
                                StateText.places(model),
                                library().map(device -> "; " + device).orElse(""),
                                "; times are the engine's own");
        return place + table.text();
    }

    private static String shown(double speed) {
        return String.format(Locale.ROOT, "%.2f", speed);
    }

    private Optional<String> library() {
        return infos().stream().map(ShardInfo::library).findFirst();
    }

    private List<ShardInfo> infos() {
        return model.shards().stream().flatMap(shard -> shard.info().stream()).toList();
    }

    /** The fields of {@code --json}, in order. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("model", model.spec().name());
        fields.put("file", model.spec().file());
        fields.put("kv_type", StateJson.word(model.spec().kvType()));
        fields.put("library", library().orElse(""));
        fields.put("replay_bit_equal", infos().stream().allMatch(ShardInfo::replayBitEqual));
        fields.put("context", infos().stream().mapToInt(ShardInfo::contextMax).min().orElse(0));
        fields.put(
                "micro_batch", infos().stream().mapToInt(ShardInfo::microBatchMax).min().orElse(0));
        fields.put("times", "engine");
        fields.put("shards", model.shards().stream().map(BenchReport::shard).toList());
        fields.put("tests", results.stream().map(BenchReport::test).toList());
        return fields;
    }

    private static Map<String, Object> shard(ShardStatus shard) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("node", shard.node());
        fields.put("layers", List.of(shard.layers().first(), shard.layers().last()));
        fields.put("pid", shard.pid());
        fields.put("weight_bytes", shard.info().map(ShardInfo::weightBytes).orElse(0L));
        fields.put("kv_cache_bytes", shard.info().map(ShardInfo::kvCacheBytes).orElse(0L));
        fields.put("compute_bytes", shard.info().map(ShardInfo::computeBytes).orElse(0L));
        return fields;
    }

    private static Map<String, Object> test(Speeds speeds) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("test", speeds.test().name());
        fields.put("kind", StateJson.word(speeds.test().kind()));
        fields.put("tokens", speeds.test().tokens());
        fields.put("mean", speeds.mean());
        fields.put("deviation", speeds.deviation());
        fields.put("median", speeds.median());
        fields.put("min", speeds.min());
        fields.put("max", speeds.max());
        fields.put("samples", speeds.samples());
        return fields;
    }

    /** A model's name has neither commas nor quotes. */
    private String csv() {
        List<String> lines = new ArrayList<>(List.of(CSV_HEAD));
        for (Speeds speeds : results) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%s,%d,%s,%s,%d,%d,%.3f,%.3f,%.3f,%.3f,%.3f",
                            model.spec().name(),
                            model.shards().size(),
                            speeds.test().name(),
                            StateJson.word(speeds.test().kind()),
                            speeds.test().tokens(),
                            speeds.samples().size(),
                            speeds.mean(),
                            speeds.deviation(),
                            speeds.median(),
                            speeds.min(),
                            speeds.max()));
        }
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
