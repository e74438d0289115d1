package org.boltmesh.bootstrap.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamShapeTest {
    @ParameterizedTest
    @CsvSource({
        "DRIVER,64,4064",
        "DRIVER,4096,4064", // two frames of 4 KiB are less than one slot of 20 KiB
        "DRIVER,28672,32736",
        "UDP,64,4064",
        "UDP,4096,20448",
        "UDP,28672,32736",
        "UDP,65536,65504",
        "IPC,65536,65504"
    })
    void shouldChooseMtuByLength(Way way, int lengthBytes, int mtuBytes) {
        assertThat(StreamShape.mtuBytes(StreamShape.of(way, lengthBytes))).isEqualTo(mtuBytes);
    }
}
