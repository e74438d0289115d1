package org.boltmesh.bootstrap.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StreamShapeTest {
    @ParameterizedTest
    @CsvSource({
        "DRIVER,64,4064",
        "DRIVER,4096,4064", // two frames of 4 KiB are less than one slot of 20 KiB
        "DRIVER,28672,32736",
        "DRIVER,65536,20448", // four frames of 20 KiB are less than two of 64 KiB
        "UDP,64,4064",
        "UDP,4096,20448",
        "UDP,28672,32736",
        "UDP,65536,65504",
        "IPC,65536,65504"
    })
    void shouldChooseMtuByLength(Way way, int lengthBytes, int mtuBytes) {
        assertThat(StreamShape.mtuBytes(StreamShape.of(way, lengthBytes))).isEqualTo(mtuBytes);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldHaveRoomForEachMessage(Way way) {
        List<Integer> lengths = List.of(64, 4096, 28 << 10, 64 << 10, 128 << 10);
        StreamShape.all(way, lengths)
                .forEach(
                        (shape, longestBytes) ->
                                assertThat(StreamShape.termBytes(shape, longestBytes) / 8)
                                        .isGreaterThanOrEqualTo(longestBytes)
                                        .isGreaterThanOrEqualTo(StreamShape.mtuBytes(shape)));
        assertThat(lengths)
                .allSatisfy(
                        lengthBytes ->
                                assertThat(StreamShape.all(way, lengths))
                                        .containsKey(StreamShape.of(way, lengthBytes)));
    }
}
