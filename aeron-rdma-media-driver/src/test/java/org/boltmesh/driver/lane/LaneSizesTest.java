package org.boltmesh.driver.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.QueueDepths;
import org.junit.jupiter.api.Test;

class LaneSizesTest {
    private static final int KIB = 1024;
    private static final int AERON_HEADER_BYTES = 32;
    private static final int AERON_MTU_MAX = 65_504;

    @Test
    void shouldGiveTheSmallestLaneThatHoldsTheMtu() {
        LaneSizes sizes = LaneSizes.USUAL;
        assertThat(sizes.laneOfMtu(1408)).hasValue(0);
        assertThat(sizes.laneOfMtu(4 * KIB - 32)).hasValue(0);
        assertThat(sizes.laneOfMtu(4 * KIB - 31)).hasValue(1);
        assertThat(sizes.laneOfMtu(16 * KIB + AERON_HEADER_BYTES)).hasValue(1);
        assertThat(sizes.laneOfMtu(28 * KIB + AERON_HEADER_BYTES)).hasValue(2);
        assertThat(sizes.laneOfMtu(AERON_MTU_MAX)).hasValue(3);
        assertThat(sizes.laneOfMtu(AERON_MTU_MAX + 1)).isEmpty();
    }

    @Test
    void shouldPadTheUsualPartialsLittle() {
        assertThat(padding(1, 16 * KIB + AERON_HEADER_BYTES)).isEqualTo(4032);
        assertThat(padding(2, 28 * KIB + AERON_HEADER_BYTES)).isEqualTo(4032);
        assertThat(padding(3, AERON_MTU_MAX)).isZero();
        assertThat(LaneSizes.USUAL.lane(2).paddingBytes(Manners.ORDINARY, 100)).isZero();
    }

    private static int padding(int lane, int datagramBytes) {
        return LaneSizes.USUAL.lane(lane).paddingBytes(Manners.THUNDERBOLT, datagramBytes);
    }

    @Test
    void shouldCoverAsManyFramesAsTheReceive() {
        LaneSize size = LaneSizes.USUAL.lane(2);
        for (int length = 0; length <= size.payloadMaxBytes(); length++) {
            int wireBytes = size.wireBytes(Manners.THUNDERBOLT, length);
            assertThat(Manners.frames(wireBytes)).isEqualTo(size.frames());
            assertThat(wireBytes).isBetween(SlotHeader.LENGTH_BYTES + length, size.slotBytes());
        }
        assertThat(size.wireBytes(Manners.ORDINARY, 100)).isEqualTo(132);
    }

    @Test
    void shouldCountDepthInFramesAndMemoryInBytes() {
        LaneSize size = new LaneSize(20 * KIB, 64, 16);
        assertThat(size.slots()).isEqualTo(82);
        assertThat(size.queueDepths()).isEqualTo(new QueueDepths(410, 410));
        assertThat(size.memoryBytes()).isEqualTo(2 * 82 * 20 * KIB);
        assertThat(LaneSizes.USUAL.memoryBytes()).isLessThan(24L * KIB * KIB);
        for (LaneSize usual : LaneSizes.USUAL.lanes()) {
            assertThat(usual.queueDepths().receive()).isLessThanOrEqualTo(4095);
        }
    }

    @Test
    void shouldRefuseShapesThatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LaneSize(5000, 64, 16))
                .withMessageContaining("5000, want a multiple of 4096");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LaneSize(64 * KIB, 250, 16))
                .withMessageContaining("4095 frames");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LaneSize(4 * KIB, LaneSize.WINDOW_MIN - 1, 16));
        LaneSize small = new LaneSize(4 * KIB, 8, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LaneSizes(List.of(small, small)))
                .withMessageContaining("want larger ones");
        assertThatIllegalArgumentException().isThrownBy(() -> new LaneSizes(List.of()));
    }
}
