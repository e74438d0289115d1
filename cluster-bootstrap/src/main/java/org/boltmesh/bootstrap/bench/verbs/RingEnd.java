package org.boltmesh.bootstrap.bench.verbs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BufferUtil;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * One end of two plain rings in shared memory: what two processes of one machine can do without any
 * verbs, to compare with.
 */
final class RingEnd implements NumberedEnd {
    private static final int CAPACITY_BYTES = 16 << 20;
    private static final int TYPE = 1;

    private final MappedByteBuffer[] maps;
    private final OneToOneRingBuffer out;
    private final OneToOneRingBuffer in;
    private final UnsafeBuffer message;
    private final MessageHandler handler =
            (type, buffer, index, length) -> onRead(buffer.getLong(index));
    private long lastNumber = -1;

    /**
     * @param folder in shared memory, the same for both ends
     * @param out number of the ring written to, 0 or 1; the other end has the other
     */
    RingEnd(Path folder, int out, int lengthBytes) {
        maps = new MappedByteBuffer[] {map(folder, 0), map(folder, 1)};
        this.out = new OneToOneRingBuffer(new UnsafeBuffer(maps[out]));
        this.in = new OneToOneRingBuffer(new UnsafeBuffer(maps[1 - out]));
        this.message = new UnsafeBuffer(ByteBuffer.allocateDirect(lengthBytes));
    }

    private static MappedByteBuffer map(Path folder, int ring) {
        Path file = folder.resolve("ring-" + ring);
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            return channel.map(
                    FileChannel.MapMode.READ_WRITE,
                    0,
                    CAPACITY_BYTES + RingBufferDescriptor.TRAILER_LENGTH);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map " + file, e);
        }
    }

    private void onRead(long number) {
        lastNumber = number;
    }

    @Override
    public boolean send(long number) {
        message.putLong(0, number);
        return out.write(TYPE, message, 0, message.capacity());
    }

    @Override
    public int poll() {
        return in.read(handler, 1);
    }

    @Override
    public long lastNumber() {
        return lastNumber;
    }

    @Override
    public void close() {
        for (MappedByteBuffer map : maps) {
            BufferUtil.free(map);
        }
    }
}
