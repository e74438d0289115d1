package org.boltmesh.bootstrap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.model.ShardInfo;

/**
 * What a demo with several nodes wrote, and how.
 *
 * @param model its file
 * @param state after the answer, with the one model
 * @param links what they carried of it
 */
record ClusterDemoReport(
        String model,
        GeneratedAnswer answer,
        AnswerEvent.Finished end,
        ClusterState state,
        LinkUse links)
        implements DemoResult {
    @Override
    public Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("text", answer.text());
        fields.put("token_ids", answer.tokens());
        fields.put("prompt_token_ids", answer.promptTokens());
        fields.put("nodes", state.nodes().size());
        fields.put("mode", "pipeline");
        fields.put("prefill_tokens_per_second", end.times().prefillTokensPerSecond());
        fields.put("decode_tokens_per_second", end.times().decodedTokensPerSecond());
        fields.put("recoveries", end.recoveries());
        fields.put("finish_reason", StateJson.word(end.reason()));
        addModel(fields);
        fields.put("processes", state.nodes().stream().map(this::processes).toList());
        fields.put("shards", shards().stream().map(StateJson::shard).toList());
        fields.put("sent_bytes", state.nodes().stream().flatMap(this::sent).toList());
        fields.putAll(links.json());
        return fields;
    }

    /** The same as of an engine alone; bytes are sums. */
    private void addModel(Map<String, Object> fields) {
        fields.put("replay", replay());
        infos().findFirst().ifPresent(info -> fields.put("library", info.library()));
        fields.put("model", model);
        infos().findFirst()
                .ifPresent(
                        info -> {
                            fields.put("architecture", info.architecture());
                            fields.put("context", info.contextMax());
                        });
        fields.put("weight_bytes", sum(ShardInfo::weightBytes));
        fields.put("kv_cache_bytes", sum(ShardInfo::kvCacheBytes));
        fields.put("compute_bytes", sum(ShardInfo::computeBytes));
    }

    private Map<String, Object> processes(NodeStatus node) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("node", node.name());
        fields.put("control", node.controlPid());
        fields.put("media_driver", node.driverPid());
        fields.put(
                "engines",
                shards().stream()
                        .filter(shard -> shard.node().equals(node.name()))
                        .map(ShardStatus::pid)
                        .toList());
        return fields;
    }

    private Stream<Map<String, Object>> sent(NodeStatus node) {
        return node.sent().stream()
                .map(
                        sent -> {
                            Map<String, Object> fields = new LinkedHashMap<>();
                            fields.put("from", node.name());
                            fields.put("to", sent.to());
                            fields.put("bytes", sent.bytes());
                            return fields;
                        });
    }

    @Override
    public String speeds() {
        GenerationTimes times = end.times();
        String line =
                String.format(
                        Locale.ROOT,
                        "[prompt: %d tokens, %.0f tokens/s; answer: %d tokens%s, %.1f tokens/s; replay: %s; layers: %s; %s]",
                        answer.promptTokens().size(),
                        times.prefillTokensPerSecond(),
                        answer.tokens().size(),
                        end.reason() == FinishReason.LENGTH ? " (cut, see --max-tokens)" : "",
                        times.decodedTokensPerSecond(),
                        replay(),
                        state.models().stream().map(StateText::places).findFirst().orElse("none"),
                        infos().map(ShardInfo::library).findFirst().orElse("unknown library"));
        return links.isAny() ? line + System.lineSeparator() + links.text() : line;
    }

    private String replay() {
        return infos().allMatch(ShardInfo::replayBitEqual) ? "bit-equal" : "not bit-equal";
    }

    private long sum(ToLongFunction<ShardInfo> size) {
        return infos().mapToLong(size).sum();
    }

    private Stream<ShardInfo> infos() {
        return shards().stream().flatMap(shard -> shard.info().stream());
    }

    private List<ShardStatus> shards() {
        return state.models().stream().map(ModelStatus::shards).findFirst().orElse(List.of());
    }
}
