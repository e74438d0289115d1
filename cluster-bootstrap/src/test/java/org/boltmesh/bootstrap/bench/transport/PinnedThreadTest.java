package org.boltmesh.bootstrap.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PinnedThreadTest {
    @Test
    void shouldReadWhichProcessorsAreAllowed() {
        assertThat(PinnedThread.allowed(List.of("Name:\tjava", "Cpus_allowed_list:\t0-2,7,9-10")))
                .containsExactly(0, 1, 2, 7, 9, 10);
    }

    @Test
    void shouldFindNoneWhereNoneAreTold() {
        assertThat(PinnedThread.allowed(List.of("Name:\tjava"))).isEmpty();
    }
}
