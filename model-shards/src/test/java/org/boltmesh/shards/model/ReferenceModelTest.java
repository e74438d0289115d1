package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The slow model itself, against another engine. */
class ReferenceModelTest {
    private static final double LOGIT_TOLERANCE = 1e-3;
    private static final int GREEDY = 4;

    @ParameterizedTest
    @CsvSource({
        "models/stories260K/stories260K-f32.gguf, models/stories260K/golden.json",
        "models/tiny-qwen3/model.gguf, models/tiny-qwen3/golden.json",
        "tales/models/tales-llama-f32.gguf, tales/golden/tales-llama-f32.json",
        "tales/models/tales-qwen3-f32.gguf, tales/golden/tales-qwen3-f32.json"
    })
    void shouldGiveTheGoldenLogits(String model, String golden) {
        Golden expected = Golden.read(golden).getFirst();
        ReferenceModel reference = new ReferenceModel(GgufFile.open(SharedData.require(model)));
        double[] logits = {};
        for (int token : expected.promptIds()) {
            logits = reference.next(token);
        }
        assertThat(logits).hasSize(expected.logits().size());
        for (int id = 0; id < logits.length; id++) {
            assertThat(logits[id])
                    .as("logit of id %d", id)
                    .isCloseTo(expected.logits().get(id), offset(LOGIT_TOLERANCE));
        }
        for (int token : expected.greedyIds().subList(0, GREEDY)) {
            assertThat(argMax(logits)).isEqualTo(token);
            logits = reference.next(token);
        }
    }

    private static int argMax(double[] values) {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[best]) {
                best = i;
            }
        }
        return best;
    }
}
