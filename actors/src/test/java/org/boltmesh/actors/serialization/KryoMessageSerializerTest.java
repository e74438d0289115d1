package org.boltmesh.actors.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Output;
import java.io.NotSerializableException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KryoMessageSerializerTest {
    private static final ActorTestKit KIT = ActorTestKit.create();

    private final Refusals refusals = new Refusals();
    private final KryoMessageSerializer serializer =
            new KryoMessageSerializer(Sample.table(), refusals, ActorRefResolver.get(KIT.system()));

    @BeforeAll
    static void shouldKeepKryoFromUnsafeMemory() {
        assertThat(KryoMessageSerializer.IDENTIFIER).isPositive();
        new KryoMessageSerializer(
                Sample.table(), new Refusals(), ActorRefResolver.get(KIT.system()));
        assertThat(com.esotericsoftware.kryo.util.Util.unsafe).isFalse();
    }

    @AfterAll
    static void stop() {
        KIT.shutdownTestKit();
    }

    static Stream<Sample> samples() {
        return Stream.of(
                new Sample.Plain(1, -2L, 0.5, true, "Grüße \uD83E\uDD8A", Sample.Colour.GREEN),
                new Sample.Plain(
                        Integer.MAX_VALUE,
                        Long.MIN_VALUE,
                        Double.NaN,
                        false,
                        "",
                        Sample.Colour.RED),
                new Sample.Collections(
                        new ArrayList<>(List.of(1, 2, 3)),
                        Set.of("a", "b"),
                        Map.of("x", 1L, "y", 2L),
                        Arrays.asList(
                                new Sample.Circle(2), new Sample.Square((short) 3, (byte) 4, 'c'))),
                new Sample.Collections(List.of(), Set.of(), Map.of(), List.of()),
                new Sample.Options(
                        Optional.of("here"),
                        OptionalInt.of(1),
                        OptionalLong.of(2),
                        OptionalDouble.of(3),
                        Duration.ofMillis(-1500),
                        Instant.parse("2026-01-02T03:04:05.678Z"),
                        new UUID(1, 2)),
                new Sample.Options(
                        Optional.empty(),
                        OptionalInt.empty(),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        Duration.ZERO,
                        Instant.EPOCH,
                        new UUID(0, 0)),
                new Sample.Tree(new Sample.Branch(new Sample.Leaf(), new Sample.Leaf())),
                Sample.Signal.INSTANCE);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldReadWhatItWrote(Sample message) throws NotSerializableException {
        byte[] bytes = serializer.toBinary(message);
        assertThat(serializer.fromBinary(bytes, serializer.manifest(message))).isEqualTo(message);
        assertThat(refusals.total()).isZero();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldUseBuffersOfArteryInTheSameForm(Sample message) throws NotSerializableException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1024).position(7);
        serializer.toBinary(message, buffer);
        byte[] bytes = serializer.toBinary(message);
        assertThat(buffer.position()).isEqualTo(7 + bytes.length);
        buffer.flip().position(7);
        assertThat(serializer.fromBinary(buffer, serializer.manifest(message))).isEqualTo(message);
        assertThat(buffer.remaining()).isZero();
    }

    @Test
    void shouldCarryActorReferences() throws NotSerializableException {
        var probe = KIT.createTestProbe(Sample.class);
        var ask = new Sample.Ask(probe.ref());
        var read =
                (Sample.Ask)
                        serializer.fromBinary(serializer.toBinary(ask), serializer.manifest(ask));
        read.replyTo().tell(Sample.Signal.INSTANCE);
        probe.expectMessage(Sample.Signal.INSTANCE);
    }

    @Test
    void shouldTellOverflowAsArteryExpectsIt() {
        var message = new Sample.Plain(1, 1, 1, true, "x".repeat(2000), Sample.Colour.RED);
        assertThatThrownBy(() -> serializer.toBinary(message, ByteBuffer.allocate(1000)))
                .isInstanceOf(BufferOverflowException.class);
        var large = new Sample.Plain(1, 1, 1, true, "x".repeat(100_000), Sample.Colour.RED);
        assertThat(serializer.toBinary(large)).hasSizeGreaterThan(100_000);
        var names = new Sample.Collections(List.of(), Set.of(), Map.of(), shapes(60_000));
        assertThatThrownBy(() -> serializer.toBinary(names))
                .isInstanceOf(BufferOverflowException.class);
    }

    private static List<Sample.Shape> shapes(int count) {
        return java.util.Collections.nCopies(count, new Sample.Square((short) 1, (byte) 1, 'a'));
    }

    @Test
    void shouldRefuseUnknownManifests() {
        byte[] bytes = serializer.toBinary(Sample.Signal.INSTANCE);
        for (String manifest :
                List.of("", "sample-signal", "sample-signal:2", "other:1", "x".repeat(100_000))) {
            assertThatThrownBy(() -> serializer.fromBinary(bytes, manifest))
                    .isInstanceOf(NotSerializableException.class)
                    .hasMessageContaining("UNKNOWN_MANIFEST")
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
        }
        assertThat(refusals.count(Refusal.UNKNOWN_MANIFEST)).isEqualTo(5);
    }

    @Test
    void shouldRefuseTypesWithoutARow() {
        assertThatThrownBy(() -> serializer.manifest("text"))
                .hasMessageContaining("java.lang.String has no row");
        byte[] bytes = bytes(output -> output.writeVarInt(999 + 2, true));
        assertRefused("sample-tree:1", bytes, Refusal.UNKNOWN_TYPE, "type id 999");
    }

    @Test
    void shouldNeverLoadAClassByName() {
        byte[] bytes =
                bytes(
                        output -> {
                            output.writeVarInt(1, true); // Kryo's mark of a name
                            output.writeVarInt(0, true);
                            output.writeString("org.boltmesh.actors.serialization.Sample$Leaf");
                        });
        assertRefused("sample-tree:1", bytes, Refusal.UNKNOWN_TYPE, "type id -1");
    }

    @Test
    void shouldRefuseNullAndForeignTypesInComponents() {
        assertRefused(
                "sample-tree:1",
                bytes(output -> output.writeVarInt(0, true)),
                Refusal.UNKNOWN_TYPE,
                "type id -2");
        byte[] circle =
                bytes(
                        output -> {
                            output.writeVarInt(110 + 2, true);
                            output.writeFloat(1);
                        });
        assertRefused("sample-tree:1", circle, Refusal.UNKNOWN_TYPE, "Tree.root");
        byte[] listOfText =
                bytes(
                        output -> {
                            output.writeVarInt(10 + 2, true);
                            output.writeVarInt(1, true);
                            output.writeVarInt(1 + 2, true);
                            TextSerializer.write(output, "no token");
                            output.writeVarInt(11 + 2, true);
                            output.writeVarInt(0, true);
                        });
        assertRefused(
                "sample-collections:1", listOfText, Refusal.UNKNOWN_TYPE, "Collections.tokens");
    }

    @Test
    void shouldRefuseHostileLengthsBeforeAllocating() {
        for (int id : List.of(10, 11, 12)) {
            byte[] bytes =
                    bytes(
                            output -> {
                                output.writeVarInt(id + 2, true);
                                output.writeVarInt(Integer.MAX_VALUE, true);
                                output.writeBytes(new byte[100]);
                            });
            assertRefused("sample-collections:1", bytes, Refusal.TOO_LONG, "2147483647");
        }
        byte[] text =
                bytes(
                        output -> {
                            output.writeVarInt(1, false);
                            output.writeVarLong(1, false);
                            output.writeDouble(1);
                            output.writeBoolean(true);
                            output.writeVarInt(1 + 2, true);
                            output.writeVarInt(-1, true);
                        });
        assertRefused("sample-plain:1", text, Refusal.TOO_LONG, "want at most 0");
    }

    @Test
    void shouldRefuseDeepMessages() {
        byte[] bytes =
                bytes(
                        output -> {
                            for (int depth = 0; depth < 100_000; depth++) {
                                output.writeVarInt(114 + 2, true);
                            }
                        });
        assertRefused("sample-tree:1", bytes, Refusal.MALFORMED, "depth");
    }

    @Test
    void shouldRefuseWhatARecordsConstructorRefuses() {
        byte[] bytes =
                serializer.toBinary(new Sample.Plain(1, 1, 1, true, "text", Sample.Colour.RED));
        byte[] negative = bytes.clone();
        negative[0] = 1; // a count of -1
        assertRefused("sample-plain:1", negative, Refusal.MALFORMED, "want 0 or more");
        assertRefused(
                "sample-plain:1",
                Arrays.copyOf(bytes, bytes.length + 1),
                Refusal.MALFORMED,
                "left over");
        assertRefused(
                "sample-plain:1",
                Arrays.copyOf(bytes, bytes.length - 1),
                Refusal.TOO_LONG,
                "want at most");
        assertRefused("sample-plain:1", new byte[3], Refusal.MALFORMED, "KryoException");
    }

    @Test
    void shouldRefuseToWriteHalfACharacterAndTooLongText() {
        var half = new Sample.Plain(1, 1, 1, true, "\uD83E", Sample.Colour.RED);
        assertThatThrownBy(() -> serializer.toBinary(half)).hasMessageContaining("surrogate");
        var large = new Sample.Plain(1, 1, 1, true, "x".repeat(200_000), Sample.Colour.RED);
        assertThatThrownBy(() -> serializer.toBinary(large)).hasMessageContaining("200000");
        assertThat(serializer.toBinary(Sample.Signal.INSTANCE)).isNotEmpty();
    }

    private void assertRefused(String manifest, byte[] bytes, Refusal refusal, String reason) {
        long before = refusals.count(refusal);
        assertThatThrownBy(() -> serializer.fromBinary(bytes, manifest))
                .isInstanceOf(NotSerializableException.class)
                .hasMessageContaining(refusal.name())
                .hasMessageContaining(reason);
        assertThat(refusals.count(refusal)).isEqualTo(before + 1);
    }

    private static byte[] bytes(java.util.function.Consumer<Output> writing) {
        Output output = new Output(64, -1);
        writing.accept(output);
        return output.toBytes();
    }
}
