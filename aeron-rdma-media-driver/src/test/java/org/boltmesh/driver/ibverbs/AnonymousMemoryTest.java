package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.ffi.Libc;
import org.junit.jupiter.api.Test;

class AnonymousMemoryTest {
    private static final long PAGES = 3L * Libc.getpagesize();

    private final AnonymousMemory memory = new AnonymousMemory(new Calls("rxe0"));

    @Test
    void shouldGiveZeroedWholePages() {
        MemorySegment segment = memory.allocate(PAGES);

        assertThat(segment.byteSize()).isEqualTo(PAGES);
        assertThat(segment.address() % Libc.getpagesize()).isZero();
        for (long offset = 0; offset < PAGES; offset += Long.BYTES) {
            assertThat(segment.get(JAVA_LONG, offset)).isZero();
        }
        segment.set(JAVA_BYTE, PAGES - 1, (byte) 1);
        memory.free(segment);
    }

    @Test
    void shouldMakeFreedMemoryUnusable() {
        MemorySegment segment = memory.allocate(PAGES);
        memory.free(segment);

        assertThatThrownBy(() -> segment.get(JAVA_BYTE, 0))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> memory.free(segment))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("free already");
    }

    @Test
    void shouldSayWhenThereIsNotSoMuch() {
        assertThatThrownBy(() -> memory.allocate(1L << 60))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("mmap")
                .hasMessageContaining("ENOMEM")
                .hasMessageContaining("1152921504606846976 bytes");
    }
}
