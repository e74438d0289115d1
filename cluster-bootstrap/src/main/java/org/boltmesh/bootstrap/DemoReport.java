package org.boltmesh.bootstrap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.boltmesh.shards.engine.EngineEvent;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.model.ShardInfo;

/** What a demo wrote, and how. */
record DemoReport(
        String model,
        ShardInfo shard,
        String text,
        List<Integer> tokens,
        List<Integer> promptTokens,
        EngineEvent.Finished finished)
        implements DemoResult {

    @Override
    public Map<String, Object> json() {
        GenerationTimes times = finished.times();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("text", text);
        fields.put("token_ids", tokens);
        fields.put("prompt_token_ids", promptTokens);
        fields.put("nodes", 1);
        fields.put("mode", "pipeline");
        fields.put("prefill_tokens_per_second", times.prefillTokensPerSecond());
        fields.put("decode_tokens_per_second", times.decodedTokensPerSecond());
        fields.put("recoveries", 0);
        fields.put("finish_reason", finished.reason().name().toLowerCase(Locale.ROOT));
        fields.put("replay", replay());
        fields.put("library", shard.library());
        fields.put("model", model);
        fields.put("architecture", shard.architecture());
        fields.put("context", shard.contextMax());
        fields.put("weight_bytes", shard.weightBytes());
        fields.put("kv_cache_bytes", shard.kvCacheBytes());
        fields.put("compute_bytes", shard.computeBytes());
        return fields;
    }

    @Override
    public String speeds() {
        GenerationTimes times = finished.times();
        return String.format(
                Locale.ROOT,
                "[prompt: %d tokens, %.0f tokens/s; answer: %d tokens%s, %.1f tokens/s; replay: %s; %s]",
                promptTokens.size(),
                times.prefillTokensPerSecond(),
                tokens.size(),
                finished.reason() == FinishReason.LENGTH ? " (cut, see --max-tokens)" : "",
                times.decodedTokensPerSecond(),
                replay(),
                shard.library());
    }

    private String replay() {
        return shard.replayBitEqual() ? "bit-equal" : "not bit-equal";
    }
}
