package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.boltmesh.driver.lane.LaneSizes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamMtusTest {
    @ParameterizedTest
    @CsvSource({
        "64,65504,4064",
        "4096,65504,4064", // two frames of 4 KiB are less than one slot of 20 KiB
        "16384,65504,20448",
        "16544,65504,20448", // a partial of 16 KiB with headers
        "28832,65504,32736", // one of 28 KiB
        "28832,20448,20448",
        "28832,9216,4064", // as much as macOS sends by UDP unless told otherwise
        "28832,1024,4064",
        "8388608,65504,65504"
    })
    void shouldChooseByLengthAndByWhatUdpTakes(int messageBytes, int mtuMaxBytes, int mtuBytes) {
        assertThat(StreamMtus.ofMessages(messageBytes, mtuMaxBytes)).isEqualTo(mtuBytes);
    }

    @Test
    void shouldFitTheLaneItIsOf() {
        for (int lane = 0; lane < LaneSizes.USUAL.count(); lane++) {
            assertThat(LaneSizes.USUAL.laneOfMtu(StreamMtus.ofLane(lane))).hasValue(lane);
        }
    }
}
