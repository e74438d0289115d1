package org.boltmesh.actors.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.shard.LayerShard;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.pipeline.PipelineLimits;

/** The shards of one model as their events tell. Owned by the coordinator. */
final class StageTable {
    private static final long NOT_JOINED = -1;

    private static final class Entry {
        private Optional<ActorRef<LayerShard.Command>> shard = Optional.empty();
        private Optional<ShardInfo> info = Optional.empty();
        private long pid;
        private long loadedBytes;
        private long joinedEpoch = NOT_JOINED;
        private boolean gone;
    }

    private final ModelPlan plan;
    private final List<Entry> entries = new ArrayList<>();

    StageTable(ModelPlan plan) {
        this.plan = plan;
        plan.stages().forEach(_ -> entries.add(new Entry()));
    }

    void started(int stage, ActorRef<LayerShard.Command> shard) {
        entries.get(stage).shard = Optional.of(shard);
    }

    void loading(int stage, long doneBytes) {
        entries.get(stage).loadedBytes = doneBytes;
    }

    void loaded(int stage, ShardInfo info, long pid) {
        Entry entry = entries.get(stage);
        entry.info = Optional.of(info);
        entry.pid = pid;
        entry.loadedBytes = plan.stages().get(stage).sizes().weightBytes();
        entry.joinedEpoch = NOT_JOINED;
    }

    void joined(int stage, long epoch) {
        entries.get(stage).joinedEpoch = epoch;
    }

    void lost(int stage) {
        Entry entry = entries.get(stage);
        entry.info = Optional.empty();
        entry.pid = 0;
        entry.loadedBytes = 0;
        entry.joinedEpoch = NOT_JOINED;
    }

    void gone(int stage) {
        lost(stage);
        entries.get(stage).gone = true;
    }

    /** A stage whose shard has not said a word. */
    OptionalInt unstarted() {
        return IntStream.range(0, entries.size())
                .filter(stage -> entries.get(stage).shard.isEmpty())
                .findFirst();
    }

    boolean allLoaded() {
        return entries.stream().allMatch(entry -> entry.info.isPresent());
    }

    boolean allJoined(long epoch) {
        return entries.stream().allMatch(entry -> entry.joinedEpoch == epoch);
    }

    /** Whether nothing is left of those that have started. */
    boolean allGone() {
        return entries.stream().allMatch(entry -> entry.gone || entry.shard.isEmpty());
    }

    /** The shards that are there, by stage. */
    List<ActorRef<LayerShard.Command>> shards() {
        return entries.stream()
                .filter(entry -> !entry.gone)
                .flatMap(entry -> entry.shard.stream())
                .toList();
    }

    Optional<ActorRef<LayerShard.Command>> head() {
        return entries.getFirst().shard;
    }

    /** What every stage can do; all must be loaded. */
    PipelineLimits limits() {
        return new PipelineLimits(
                least(ShardInfo::contextMax),
                least(ShardInfo::sequencesMax),
                least(ShardInfo::microBatchMax));
    }

    private int least(ToIntFunction<ShardInfo> of) {
        return entries.stream().mapToInt(e -> of.applyAsInt(e.info.orElseThrow())).min().orElse(0);
    }

    List<ShardStatus> statuses() {
        List<ShardStatus> statuses = new ArrayList<>();
        for (int stage = 0; stage < entries.size(); stage++) {
            Entry entry = entries.get(stage);
            ModelPlan.StagePlan planned = plan.stages().get(stage);
            statuses.add(
                    new ShardStatus(
                            planned.nodeName(),
                            planned.layers(),
                            planned.sizes().weightBytes(),
                            planned.sizes().cacheBytes(),
                            planned.sizes().computeBytes(),
                            entry.info,
                            entry.pid,
                            entry.loadedBytes));
        }
        return statuses;
    }
}
