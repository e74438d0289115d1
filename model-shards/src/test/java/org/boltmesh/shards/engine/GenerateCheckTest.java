package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.boltmesh.shards.model.ShardInfo;
import org.junit.jupiter.api.Test;

class GenerateCheckTest {
    private final ShardInfo shard = new FakeRunner(8, 1, 4).info();

    @Test
    void shouldTakeAPromptAsLongAsTheContext() {
        assertThat(problem(Collections.nCopies(8, 1), 1)).isEmpty();
    }

    @Test
    void shouldNameLengthAndContextOfALongPrompt() {
        assertThat(problem(Collections.nCopies(9, 1), 1)).contains("9 tokens", "context of 8");
    }

    @Test
    void shouldRefuseAnEmptyPrompt() {
        assertThat(problem(List.of(), 1)).contains("0 tokens, want at least 1");
    }

    @Test
    void shouldNameATokenOutOfRange() {
        assertThat(problem(List.of(1, 64), 1)).contains("token 1", "id 64", "0 to 63");
        assertThat(problem(List.of(-1), 1)).contains("id -1");
    }

    @Test
    void shouldRefuseToGenerateNothing() {
        assertThat(problem(List.of(1), 0)).contains("max tokens 0, want at least 1");
    }

    @Test
    void shouldRefuseMoreAnsweredTokensThanThePromptHas() {
        assertThat(answered(1)).isEmpty();
        assertThat(answered(2)).contains("2 answered tokens, want 0 to one less than the 2");
        assertThat(answered(-1)).contains("-1 answered tokens");
    }

    private String answered(int count) {
        var request =
                new EngineRequest.Generate(1, List.of(1, 2), Requests.GREEDY, 1, 0, true, count);
        return GenerateCheck.problem(request, shard).orElse("");
    }

    private String problem(List<Integer> prompt, int maxTokens) {
        return GenerateCheck.problem(Requests.generate(1, prompt, maxTokens), shard).orElse("");
    }
}
