package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GenerationTest {
    /** Penalties count what is in the answer, also where it was begun by another engine. */
    @Test
    void shouldTellWhatIsPromptAndWhatIsAnswer() {
        var request =
                new EngineRequest.Generate(
                        1, List.of(1, 2, 3, 4, 5), Requests.GREEDY, 3, 7, true, 2);
        var generation = new Generation(request, 100, event -> assertThat(event).isNotNull());
        assertThat(generation.options().promptSize()).isEqualTo(3);
        assertThat(generation.options().choice()).isEqualTo(7);
    }
}
