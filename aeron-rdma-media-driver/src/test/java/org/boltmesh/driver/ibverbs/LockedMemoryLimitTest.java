package org.boltmesh.driver.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LockedMemoryLimitTest {
    private static final long MIB = 1 << 20;

    @Test
    void shouldAllowWhatIsWithinTheLimit() {
        LockedMemoryLimit limit = new LockedMemoryLimit(8 * MIB, false);

        assertThat(limit.objectionTo(8 * MIB)).isEmpty();
        assertThat(limit.objectionTo(0)).isEmpty();
    }

    @Test
    void shouldSayHowToRaiseTheLimit() {
        LockedMemoryLimit limit = new LockedMemoryLimit(8 * MIB, false);

        assertThat(limit.objectionTo(8 * MIB + 1))
                .hasValueSatisfying(
                        sentence ->
                                assertThat(sentence)
                                        .contains("8388609 bytes", "8388608 (RLIMIT_MEMLOCK)")
                                        .contains("ulimit -l 8193")
                                        .contains("LimitMEMLOCK"));
    }

    @Test
    void shouldAllowEverythingToThePrivilegedAndUnlimited() {
        assertThat(new LockedMemoryLimit(0, true).objectionTo(MIB)).isEmpty();
        assertThat(
                        new LockedMemoryLimit(LockedMemoryLimit.UNLIMITED, false)
                                .objectionTo(Long.MAX_VALUE))
                .isEmpty();
    }

    @Test
    void shouldFindTheCapabilityAmongTheEffectiveOnes() {
        assertThat(capable("0000000000004000")).isTrue();
        assertThat(capable("000001ffffffffff")).isTrue();
        assertThat(capable("0000000000003fff")).isFalse();
        assertThat(capable("0000000000000000")).isFalse();
        assertThat(LockedMemoryLimit.mayExceed(List.of())).isFalse();
    }

    private static boolean capable(String mask) {
        return LockedMemoryLimit.mayExceed(
                List.of("Name:\tjava", "CapPrm:\t000001ffffffffff", "CapEff:\t" + mask));
    }

    @Test
    void shouldReadThisProcess() {
        LockedMemoryLimit limit = LockedMemoryLimit.ofThisProcess();

        assertThat(limit.limitBytes()).isNotNegative();
    }
}
