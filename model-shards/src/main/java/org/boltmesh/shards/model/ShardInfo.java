package org.boltmesh.shards.model;

/**
 * What a loaded shard is and takes.
 *
 * @param architecture as in the file, for example {@code qwen3}
 * @param layerFirst first layer of the range
 * @param layerLast last layer of the range, inclusive
 * @param vocabularySize logits per position
 * @param contextMax positions a sequence can have
 * @param sequencesMax sequences a step can hold
 * @param microBatchMax tokens a step can hold, over all its chunks
 * @param weightBytes weights, mapped or repacked
 * @param kvCacheBytes key/value cache of all sequences
 * @param computeBytes scratch memory of the largest step
 * @param library the device and the ggml library in use, for people
 * @param replayBitEqual whether the start-up probe found prefill, decode and replay bit-equal
 */
public record ShardInfo(
        String architecture,
        int layerFirst,
        int layerLast,
        int vocabularySize,
        int contextMax,
        int sequencesMax,
        int microBatchMax,
        long weightBytes,
        long kvCacheBytes,
        long computeBytes,
        String library,
        boolean replayBitEqual) {

    /** The same for steps within tighter limits. */
    public ShardInfo within(int context, int sequences, int microBatch) {
        return new ShardInfo(
                architecture,
                layerFirst,
                layerLast,
                vocabularySize,
                Math.min(contextMax, context),
                Math.min(sequencesMax, sequences),
                Math.min(microBatchMax, microBatch),
                weightBytes,
                kvCacheBytes,
                computeBytes,
                library,
                replayBitEqual);
    }
}
