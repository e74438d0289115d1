package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The clients that people use, all against one node process with one model. */
@Timeout(300)
class GatewayClientsIT {
    @TempDir static Path folder;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static GatewayNode node;

    @BeforeAll
    static void start() throws Exception {
        node = GatewayNode.started(folder, GatewayGoldens.MODEL);
    }

    /** Whatever clients did, the node has nothing to complain of. */
    @AfterAll
    static void end() throws Exception {
        String log = node.log();
        node.close();
        assertThat(log).doesNotContain("ERROR", "WARN ", "Exception");
    }

    @Nested
    class OpenAiNpm extends OpenAiNpmCases {
        OpenAiNpm() {
            super(node);
        }
    }

    @Nested
    class LangChain4j extends LangChain4jCases {
        LangChain4j() {
            super(node);
        }
    }

    @Nested
    class OpenWebUi extends OpenWebUiCases {
        OpenWebUi() {
            super(node);
        }
    }

    @Nested
    class ManyClients extends ManyClientsCases {
        ManyClients() {
            super(node);
        }
    }

    @Nested
    class LongAnswer extends LongAnswerCases {
        LongAnswer() {
            super(node);
        }
    }
}
