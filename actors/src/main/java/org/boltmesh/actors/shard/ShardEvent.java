package org.boltmesh.actors.shard;

import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.serialization.RemoteMessage;
import org.boltmesh.shards.engine.VocabularyFacts;
import org.boltmesh.shards.model.ShardInfo;

/** What a {@link LayerShard} tells its owner. */
public sealed interface ShardEvent {
    /** The stage that it holds. */
    int stage();

    /** The first event: whom to tell what. */
    record Started(int stage, ActorRef<LayerShard.Command> shard)
            implements ShardEvent, RemoteMessage {}

    /** How far loading is, in bytes of the whole file's weights; a few times a second. */
    record Loading(int stage, long doneBytes, long totalBytes)
            implements ShardEvent, RemoteMessage {}

    /** What is needed to read the model's answers; on one node only, just before {@link Loaded}. */
    record HeadVocabulary(int stage, VocabularyFacts facts) implements ShardEvent {}

    /**
     * Its layers are there; also after each restart of its engine, which has joined nothing then.
     *
     * @param pid of its engine
     */
    record Loaded(int stage, ShardInfo info, long pid) implements ShardEvent, RemoteMessage {}

    /** It has its place in the pipeline of this epoch. */
    record Joined(int stage, long epoch) implements ShardEvent, RemoteMessage {}

    /** It could not take its place; what it joined before, it keeps where it still runs. */
    record JoinFailed(int stage, long epoch, String reason) implements ShardEvent, RemoteMessage {}

    /** Its engine is gone, or could not be started; it starts another. */
    record Lost(int stage, String reason) implements ShardEvent, RemoteMessage {}

    /** The last event: the plan cannot be loaded here, and trying again cannot help. */
    record Refused(int stage, String reason) implements ShardEvent, RemoteMessage {}
}
