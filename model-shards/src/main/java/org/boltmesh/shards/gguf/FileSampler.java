package org.boltmesh.shards.gguf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Reads a little of a large file, from all over it. */
final class FileSampler {
    static final int BLOCKS = 64;
    static final int BLOCK_BYTES = 4096;

    private static final int CHUNK_BYTES = 1 << 16;

    private final Path path;
    private final FileChannel channel;
    private final FileState state;
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);

    private FileSampler(Path path, FileChannel channel, FileState state) {
        this.path = path;
        this.channel = channel;
        this.state = state;
    }

    /**
     * Digests a file's header and samples.
     *
     * @throws GgufException when it cannot be read, or changes meanwhile
     */
    static ModelFingerprint.Part sample(Path path, int part, long headerBytes) {
        GgufFile.requireRegular(path);
        try (FileChannel channel = FileChannel.open(path)) {
            FileState state = FileState.of(path);
            FileSampler sampler = new FileSampler(path, channel, state);
            String header = sampler.digest(0, headerBytes);
            String samples = sampler.samples();
            state.requireSame(path);
            return new ModelFingerprint.Part(state.sizeBytes(), header, samples);
        } catch (IOException e) {
            throw GgufFile.refusal(path, part, e);
        }
    }

    private String digest(long start, long lengthBytes) throws IOException {
        MessageDigest digest = Sha256.digest();
        update(digest, start, lengthBytes);
        return HexFormat.of().formatHex(digest.digest());
    }

    private String samples() throws IOException {
        if (state.sizeBytes() <= (long) BLOCKS * BLOCK_BYTES) {
            return digest(0, state.sizeBytes());
        }
        MessageDigest digest = Sha256.digest();
        for (int block = 0; block < BLOCKS; block++) {
            update(digest, blockStart(state.sizeBytes(), block), BLOCK_BYTES);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Where a block starts: the file is cut into as many stretches as there are blocks, with a
     * block somewhere in each, the first at the file's start and the last at its end. Even
     * distances would hit the same place of every layer.
     */
    static long blockStart(long sizeBytes, int block) {
        if (block == 0) {
            return 0;
        }
        if (block == BLOCKS - 1) {
            return sizeBytes - BLOCK_BYTES;
        }
        long stretch = sizeBytes / BLOCKS;
        return block * stretch
                + Long.remainderUnsigned(mixed(sizeBytes + block), stretch - BLOCK_BYTES + 1);
    }

    /** The finisher of SplitMix64 by Steele, Lea and Flood: all bits depend on all bits. */
    private static long mixed(long bits) {
        long z = bits * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    private void update(MessageDigest digest, long start, long lengthBytes) throws IOException {
        long position = start;
        long end = start + lengthBytes;
        while (position < end) {
            chunk.clear().limit((int) Math.min(CHUNK_BYTES, end - position));
            int read = channel.read(chunk, position);
            if (read < 0) {
                throw state.changed(path, channel.size());
            }
            digest.update(chunk.flip());
            position += read;
        }
    }
}
