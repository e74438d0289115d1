package org.boltmesh.shards.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.shards.plan.TestModels.nodes;
import static org.boltmesh.shards.plan.TestModels.untied;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.boltmesh.shards.model.ModelFootprint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainTest {
    private static final long GIB = 1L << 30;

    private static NodeMemory mac(String name, long gib) {
        return new NodeMemory(name, name, gib * GIB, NodeMemory.UNLIMITED, 4 * GIB, 0);
    }

    @Test
    void shouldShowPlanAsTable() {
        ModelFootprint model =
                new ModelFootprint(
                        "tales",
                        8192,
                        1,
                        Collections.nCopies(12, 5 * GIB),
                        GIB / 4,
                        1000,
                        GIB,
                        GIB,
                        GIB,
                        300 << 20,
                        500 << 20);
        List<NodeMemory> macs =
                List.of(mac("studio", 64), mac("mini", 36), mac("air", 8), mac("book", 36));
        assertThat(Explain.text(Planner.plan(macs, model)))
                .isEqualTo(
                        """
                        tales
                        node    layers             weights   KV cache    scratch   reserve  free after
                        book    0..2 + embedding  16.0 GiB  768.0 MiB  300.0 MiB   4.0 GiB    15.0 GiB
                        mini    3..5              15.0 GiB  768.0 MiB  300.0 MiB   4.0 GiB    16.0 GiB
                        studio  6..11 + head      31.0 GiB    1.5 GiB  500.0 MiB   4.0 GiB    27.0 GiB
                        all     12                62.0 GiB    3.0 GiB    1.1 GiB  12.0 GiB    57.9 GiB
                        note: node air takes no layer: it has 4,294,967,296 bytes for models (8,589,934,592 free, reserve 4,294,967,296), and one layer takes 5,951,718,376 or more
                        """);
    }

    @Test
    void shouldShowSingleStageWithoutSum() {
        assertThat(Explain.text(Planner.plan(nodes(2000), untied(3))))
                .isEqualTo(
                        """
                        test
                        node  layers                   weights  KV cache  scratch  reserve  free after
                        a     0..2 + embedding + head    360 B      30 B     25 B      0 B     1.5 KiB
                        """);
    }

    @Test
    void shouldShowReasonOfRefusal() {
        assertThat(Explain.text(Planner.plan(List.of(), untied(3))))
                .isEqualTo(
                        "model test: no node is there; start one, or wait until one has joined\n");
    }

    @Test
    void shouldNotDependOnLanguage() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Bytes.rounded(1536)).isEqualTo("1.5 KiB");
            assertThat(Bytes.exact(1_234_567)).isEqualTo("1,234,567");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.0 KiB",
        "1048575, 1.0 MiB",
        "1073741824, 1.0 GiB",
        "9223372036854775807, 8.0 EiB",
        "-5, -5 B"
    })
    void shouldRoundSizes(long bytes, String shown) {
        assertThat(Bytes.rounded(bytes)).isEqualTo(shown);
    }
}
