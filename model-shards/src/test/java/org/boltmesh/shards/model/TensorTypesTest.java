package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.gguf.TensorType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sizes of {@link TensorType} against the loaded library's; the bundled one is older. */
@Tag("ggml")
final class TensorTypesTest {
    private final GgmlLibrary library = TestLibrary.open();

    @ParameterizedTest
    @EnumSource
    void shouldHaveTheSizesOfTheLibrary(TensorType type) {
        boolean known = library.hasType(type.id(), type.blockElements(), type.blockBytes());
        boolean recent = type.compareTo(TensorType.TQ2_0) > 0;
        assumeTrue(known || !recent, library + " does not know " + type);
        assertThat(known).isTrue();
        for (long blocks = 1; blocks < 1L << 40; blocks *= 1000) {
            long elements = blocks * type.blockElements();
            assertThat(type.rowBytes(elements)).isEqualTo(library.rowBytes(type.id(), elements));
        }
        assertThat(library.hasType(type.id(), type.blockElements(), type.blockBytes() + 1))
                .isFalse();
    }
}
