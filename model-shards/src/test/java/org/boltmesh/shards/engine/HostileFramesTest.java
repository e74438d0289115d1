package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.Random;
import org.boltmesh.process.FrameException;
import org.boltmesh.process.Frames;
import org.boltmesh.process.ProcessSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes to an engine's socket may be anything. */
@Timeout(60)
class HostileFramesTest {
    @Test
    void shouldRefuseFramesThatAreNoRequestsAndGoOn() throws IOException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        try (var server = new RunningServer()) {
            for (int round = 0; round < 200; round++) {
                talkNonsense(server, random);
            }
            try (var client = server.reconnect()) {
                Await.get(client.load(Requests.load(FakeLoader.FAST), (_, _) -> {}));
            }
        }
    }

    /** Sends random or mutated bytes; the server must answer with an error and hang up. */
    private static void talkNonsense(RunningServer server, Random random) throws IOException {
        try (SocketChannel channel = ProcessSocket.connect(server.socket())) {
            ByteBuffer bytes = ByteBuffer.wrap(nonsense(random));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.shutdownOutput();
            Optional<EngineException> failure = Optional.empty();
            Optional<byte[]> frame = Frames.read(channel);
            while (frame.isPresent()) {
                if (EngineJson.event(frame.get()) instanceof EngineEvent.Failed failed) {
                    failure = Optional.of(new EngineException(failed.code(), failed.message()));
                }
                frame = Frames.read(channel);
            }
            assertThat(failure).isPresent();
        } catch (IOException e) {
            // The server hung up before it had read all: as it should.
            assertThat(e).isNotInstanceOf(FrameException.class);
        }
    }

    private static byte[] nonsense(Random random) {
        byte[] json =
                EngineJson.encode(new EngineRequest.Tokenize(1, "a text to spoil", true, true));
        byte[] bytes = ByteBuffer.allocate(4 + json.length).putInt(json.length).put(json).array();
        return switch (random.nextInt(3)) {
            case 0 -> {
                random.nextBytes(bytes);
                yield bytes;
            }
            case 1 -> {
                bytes[random.nextInt(4)] ^= (byte) (1 << random.nextInt(8));
                yield bytes;
            }
            default -> {
                bytes[4 + random.nextInt(3)] = (byte) random.nextInt(' ');
                yield bytes;
            }
        };
    }
}
