package org.boltmesh.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExitStatusTest {
    @Test
    void shouldTellSignalsFromCodes() {
        assertThat(ExitStatus.describe(0)).isEqualTo("ended with exit code 0");
        assertThat(ExitStatus.describe(137)).isEqualTo("was killed by signal 9 (KILL)");
        assertThat(ExitStatus.describe(159)).isEqualTo("was killed by signal 31");
    }
}
