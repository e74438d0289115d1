package org.boltmesh.shards.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.model.ModelFootprint;
import org.boltmesh.shards.plan.PlanOutcome.Plan;
import org.boltmesh.shards.plan.PlanOutcome.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shapes that people will really plan, on Macs that they really have. */
class RealModelsTest {
    private static final long GIB = 1L << 30;

    private static ModelFootprint model(String name, int context) {
        return RealModels.footprint(
                SharedData.require("models/configs/" + name + ".config.json"), context);
    }

    private static List<NodeMemory> macs(int... gib) {
        List<NodeMemory> macs = new ArrayList<>();
        for (int size : gib) {
            String name = "mac-" + (macs.size() + 1);
            macs.add(new NodeMemory(name, name, size * GIB, NodeMemory.UNLIMITED, 4 * GIB, 0));
        }
        return macs;
    }

    @ParameterizedTest
    @CsvSource({
        // Billions of weights as published, without what predicts more than one token.
        "Qwen--Qwen3-8B, 8.2",
        "Qwen--Qwen3-32B, 32.8",
        "Qwen--Qwen3-235B-A22B, 235",
        "Qwen--Qwen3-Coder-480B-A35B-Instruct, 480",
        "deepseek-ai--DeepSeek-V3, 671",
        "deepseek-ai--DeepSeek-R1, 671",
        "moonshotai--Kimi-K2-Instruct, 1026",
        "meta-llama--Meta-Llama-3.1-70B, 70.6",
        "meta-llama--Meta-Llama-3.1-405B, 405.9"
    })
    void shouldPlanOnFourMacs(String name, double billions) {
        ModelFootprint model = model(name, 8192);
        long weights = model.weightBytes(model.range(0, model.layerCount() - 1));
        assertThat(weights / 1e9 * 16 / 9).isCloseTo(billions, Offset.offset(billions / 50));

        List<NodeMemory> macs = macs(400, 400, 200, 200);
        Plan plan = assertThat(Planner.plan(macs, model)).asInstanceOf(type(Plan.class)).actual();
        assertThat(plan.stages()).hasSize(4).allMatch(stage -> stage.freeAfterBytes() >= 0);
        double perGib = model.layerCount() / 1184.0;
        for (Stage stage : plan.stages()) {
            double share = stage.node().budgetBytes() * perGib / GIB;
            assertThat((double) stage.layers().layerCount())
                    .as(name + " on " + stage.node().name())
                    .isCloseTo(share, Offset.offset(2.0));
        }
    }

    @Test
    void shouldSplitLlama405b() {
        Plan plan =
                (Plan)
                        Planner.plan(
                                macs(128, 128, 64, 64),
                                model("meta-llama--Meta-Llama-3.1-405B", 32_768));
        assertThat(Explain.text(plan))
                .isEqualTo(
                        """
                        llama
                        node   layers               weights  KV cache    scratch   reserve  free after
                        mac-1  0..41 + embedding   71.2 GiB   5.3 GiB  320.0 MiB   4.0 GiB    47.2 GiB
                        mac-2  42..83              70.1 GiB   5.3 GiB  320.0 MiB   4.0 GiB    48.3 GiB
                        mac-3  84..104             35.1 GiB   2.6 GiB  320.0 MiB   4.0 GiB    22.0 GiB
                        mac-4  105..125 + head     36.2 GiB   2.6 GiB  323.9 MiB   4.0 GiB    20.9 GiB
                        all    126                212.6 GiB  15.8 GiB    1.3 GiB  16.0 GiB   138.4 GiB
                        """);
    }

    @Test
    void shouldSayHowMuchDeepSeekLacks() {
        ModelFootprint model = model("deepseek-ai--DeepSeek-V3", 32_768);
        Refusal refusal =
                assertThat(Planner.plan(macs(128, 128, 64), model))
                        .asInstanceOf(type(Refusal.class))
                        .actual();
        long missing = refusal.nodes().stream().mapToLong(Shortage::missingBytes).sum();
        long whole = model.weightBytes(model.range(0, model.layerCount() - 1));
        assertThat(missing).isBetween(whole - 308 * GIB, whole - 290 * GIB);
        assertThat(refusal.reason()).contains("lacks %,d bytes".formatted(missing));
    }

    @Test
    void shouldCountTiedEmbeddingOfSmallModelTwice() {
        ModelFootprint model = model("Qwen--Qwen3-0.6B", 8192);
        Plan plan = (Plan) Planner.plan(macs(16, 16), model);
        long sum = plan.stages().stream().mapToLong(Stage::weightBytes).sum();
        long whole = model.weightBytes(model.range(0, model.layerCount() - 1));
        assertThat(sum - whole).isEqualTo(151_936L * 1024 * 9 / 16);
    }
}
