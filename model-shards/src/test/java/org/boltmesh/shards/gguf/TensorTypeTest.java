package org.boltmesh.shards.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TensorTypeTest {
    @ParameterizedTest
    @EnumSource
    void shouldBeFoundByItsId(TensorType type) {
        assertThat(TensorType.ofId(type.id())).contains(type);
        assertThat(type.rowBytes(3L * type.blockElements())).isEqualTo(3L * type.blockBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4, 5, 31, 33, 36, 38, 43, 1 << 30, Integer.MIN_VALUE})
    void shouldNotKnowRemovedOrUnknownIds(int id) {
        assertThat(TensorType.ofId(id)).isEmpty();
    }

    @Test
    void shouldRefuseRowThatEndsInsideBlock() {
        assertThatThrownBy(() -> TensorType.Q4_K.rowBytes(128))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("128", "Q4_K", "256");
        assertThatThrownBy(() -> TensorType.F32.rowBytes(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
