package org.boltmesh.actors.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.transport.WorkAddress;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.junit.jupiter.api.Test;

class PipelineWiringTest {
    private static ModelPlan plan(long generation) {
        List<ModelPlan.StagePlan> stages = new ArrayList<>();
        for (int stage = 0; stage < 3; stage++) {
            NodeReport node = Samples.node("n" + stage, 100);
            stages.add(
                    new ModelPlan.StagePlan(
                            node.identity().id(),
                            node.identity().name(),
                            node.agent(),
                            new HostPort("10.0.0." + stage, 4000 + stage),
                            "/model",
                            LayerRange.of(stage, stage, 3),
                            new ModelPlan.Sizes(1, 2, 3)));
        }
        return new ModelPlan(Samples.spec(), generation, stages, List.of());
    }

    @Test
    void shouldLeadPlansFromTheHeadActivationsAlongAndReportsBack() {
        PipelineAddresses addresses = PipelineWiring.addresses(plan(0), 0);
        assertThat(addresses.plans())
                .containsExactly("10.0.0.0>10.0.0.1:4001/1", "10.0.0.0>10.0.0.2:4002/2");
        assertThat(addresses.activations())
                .containsExactly("10.0.0.0>10.0.0.1:4001/65", "10.0.0.1>10.0.0.2:4002/66");
        assertThat(addresses.reports())
                .containsExactly("10.0.0.1>10.0.0.0:4000/129", "10.0.0.2>10.0.0.0:4000/130");
        assertThat(addresses.acknowledgements())
                .containsExactly("10.0.0.1>10.0.0.0:4000/193", "10.0.0.2>10.0.0.1:4001/194");
    }

    @Test
    void shouldGiveNoTwoEpochsTheSameStream() {
        Set<Integer> seen = new HashSet<>();
        int count = 0;
        for (long generation : new long[] {1, 2, 65_535}) {
            for (int attempt = 1; attempt <= 64; attempt++) {
                PipelineAddresses addresses = PipelineWiring.addresses(plan(generation), attempt);
                for (List<String> each :
                        List.of(
                                addresses.plans(),
                                addresses.activations(),
                                addresses.reports(),
                                addresses.acknowledgements())) {
                    each.forEach(text -> seen.add(WorkAddress.parse(text).streamId()));
                    count += each.size();
                }
            }
        }
        assertThat(seen).hasSize(count).allMatch(stream -> stream >= 0);
    }

    @Test
    void shouldOrderEpochsByGenerationThenAttempt() {
        assertThat(PipelineWiring.epoch(2, 1)).isGreaterThan(PipelineWiring.epoch(1, 1_000_000));
        assertThat(PipelineWiring.epoch(2, 2)).isGreaterThan(PipelineWiring.epoch(2, 1));
    }
}
