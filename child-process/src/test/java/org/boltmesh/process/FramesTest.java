package org.boltmesh.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 65_535, 65_536, 65_537, 200_000, 1 << 20, Frames.LENGTH_MAX_BYTES})
    void shouldReadWhatItWrote(int length) throws IOException {
        byte[] frame = new byte[length];
        new Random(length).nextBytes(frame);
        var bytes = new ByteArrayOutputStream();
        Frames.write(Channels.newChannel(bytes), frame);
        Frames.write(Channels.newChannel(bytes), new byte[] {42});
        ReadableByteChannel channel = channel(bytes.toByteArray());
        assertThat(Frames.read(channel)).hasValue(frame);
        assertThat(Frames.read(channel)).hasValue(new byte[] {42});
        assertThat(Frames.read(channel)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, Frames.LENGTH_MAX_BYTES + 1})
    void shouldRefuseALengthOutOfRange(int length) {
        byte[] bytes = ByteBuffer.allocate(8).putInt(length).array();
        assertThatThrownBy(() -> Frames.read(channel(bytes)))
                .isInstanceOf(FrameException.class)
                .hasMessageContaining("frame length " + Integer.toUnsignedLong(length))
                .hasMessageContaining("1 to 16777216 bytes");
    }

    @Test
    void shouldSayWhereTheStreamEnded() {
        assertThatThrownBy(() -> Frames.read(channel(new byte[] {0, 0})))
                .hasMessageContaining("ended at byte 2 of a length of 4 bytes");
        assertThatThrownBy(() -> Frames.read(channel(new byte[] {0, 0, 0, 9, 1, 1})))
                .hasMessageContaining("ended at byte 2 of a frame of 9 bytes");
    }

    @Test
    void shouldRefuseToWriteWhatNobodyWouldRead() {
        var sink = Channels.newChannel(new ByteArrayOutputStream());
        assertThatThrownBy(() -> Frames.write(sink, new byte[Frames.LENGTH_MAX_BYTES + 1]))
                .isInstanceOf(FrameException.class);
    }

    private static ReadableByteChannel channel(byte[] bytes) {
        return Channels.newChannel(new ByteArrayInputStream(bytes));
    }
}
