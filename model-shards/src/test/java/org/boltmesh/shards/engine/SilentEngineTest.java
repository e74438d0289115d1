package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.boltmesh.process.ProcessSocket;
import org.boltmesh.process.SocketFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that is there and says nothing: stopped, or stuck as a whole. */
@Timeout(60)
class SilentEngineTest {
    @Test
    void shouldGiveUpAnEngineThatSendsNothing() throws IOException {
        try (SocketFolder folder = SocketFolder.create();
                ServerSocketChannel listener = ProcessSocket.listen(folder.socket());
                EngineClient client =
                        EngineClient.open(
                                ProcessSocket.connect(folder.socket()),
                                activity -> new EngineException(FailureCode.LOST, activity),
                                Duration.ofMillis(300));
                SocketChannel silent = listener.accept()) {
            assertThat(silent.isConnected()).isTrue();
            var answer = client.tokenize("text", true, true);
            assertThatThrownBy(() -> answer.get(50, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("the engine has sent nothing");
            assertThat(Await.get(client.loss()))
                    .hasMessageContaining("the engine has sent nothing");
        }
    }
}
