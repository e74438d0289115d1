package org.boltmesh.shards.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufMetadataTest {
    private static final int STRING = ValueType.STRING.id();
    private static final int ARRAY = ValueType.ARRAY.id();

    @TempDir private Path folder;

    private GgufMetadata metadata(GgufBuilder builder) {
        return GgufFile.open(builder.write(folder.resolve("metadata.gguf"))).metadata();
    }

    private AbstractStringAssert<?> assertRefused(
            GgufBuilder builder, Function<GgufMetadata, ?> lookup) {
        GgufMetadata metadata = metadata(builder);
        String message =
                assertThatExceptionOfType(GgufException.class)
                        .isThrownBy(() -> lookup.apply(metadata))
                        .actual()
                        .getMessage();
        return assertThat(message).contains("metadata.gguf");
    }

    @Test
    void shouldReadIntegersOfEveryWidth() {
        GgufMetadata metadata =
                metadata(
                        GgufBuilder.create()
                                .uint8("u8", 255)
                                .int8("i8", -128)
                                .uint16("u16", 65_535)
                                .int16("i16", -32_768)
                                .uint32("u32", 4_294_967_295L)
                                .int32("i32", Integer.MIN_VALUE)
                                .uint64("u64", Long.MAX_VALUE)
                                .int64("i64", Long.MIN_VALUE));
        assertThat(metadata.requireInteger("u8")).isEqualTo(255);
        assertThat(metadata.requireInteger("i8")).isEqualTo(-128);
        assertThat(metadata.requireInteger("u16")).isEqualTo(65_535);
        assertThat(metadata.requireInteger("i16")).isEqualTo(-32_768);
        assertThat(metadata.requireInteger("u32")).isEqualTo(4_294_967_295L);
        assertThat(metadata.requireInteger("i32")).isEqualTo(Integer.MIN_VALUE);
        assertThat(metadata.requireInteger("u64")).isEqualTo(Long.MAX_VALUE);
        assertThat(metadata.requireInteger("i64")).isEqualTo(Long.MIN_VALUE);
        assertThat(metadata.keys())
                .containsExactly("u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64");
    }

    @Test
    void shouldReadOtherScalars() {
        GgufMetadata metadata =
                metadata(
                        GgufBuilder.create()
                                .float32("f32", 1e-5f)
                                .float64("f64", Math.PI)
                                .uint64("huge", -1)
                                .bool("yes", true)
                                .bool("no", false)
                                .string("empty", "")
                                .string("text", "a\u0000b \u00e9 \uFFFD \uD83D\uDE00"));
        assertThat(metadata.requireNumber("f32")).isEqualTo(1e-5f);
        assertThat(metadata.requireNumber("f64")).isEqualTo(Math.PI);
        assertThat(metadata.requireNumber("huge")).isEqualTo(0x1p64);
        assertThat(metadata.bool("yes")).contains(true);
        assertThat(metadata.requireBool("no")).isFalse();
        assertThat(metadata.string("empty")).contains("");
        assertThat(metadata.requireString("text")).isEqualTo("a\u0000b \u00e9 \uFFFD \uD83D\uDE00");
    }

    @Test
    void shouldReadArrays() {
        GgufMetadata metadata =
                metadata(
                        GgufBuilder.create()
                                .strings("strings", List.of("a", "", "\u00df"))
                                .strings("none", List.of())
                                .int32s("int32s", 7, -7)
                                .float32s("float32s", 0.5f, Float.NEGATIVE_INFINITY)
                                .bools("bools", true, false)
                                .int32("scalar", 1));
        assertThat(metadata.requireStrings("strings")).containsExactly("a", "", "\u00df");
        assertThat(metadata.strings("none")).contains(List.of());
        assertThat(metadata.requireIntegers("int32s")).containsExactly(7, -7);
        assertThat(metadata.requireFloats("float32s"))
                .containsExactly(0.5f, Float.NEGATIVE_INFINITY);
        assertThat(metadata.requireFloats("int32s")).containsExactly(7f, -7f);
        assertThat(metadata.isArray("bools")).isTrue();
        assertThat(metadata.isArray("scalar")).isFalse();
        assertThat(metadata.isArray("absent")).isFalse();
    }

    @Test
    void shouldReadStringsAcrossTheReadersWindow() {
        List<String> words = List.of("x".repeat(40_000), "y".repeat(200_000), "z".repeat(65_535));
        GgufMetadata metadata = metadata(GgufBuilder.create().strings("w", words).bool("b", true));
        assertThat(metadata.requireStrings("w")).isEqualTo(words);
        assertThat(metadata.requireBool("b")).isTrue();
    }

    @Test
    void shouldPassOverNestedArrays() {
        byte[] inner = new LittleEndian().int32(4).int64(2).int32(1).int32(2).toBytes();
        byte[] outer = new LittleEndian().int32(ARRAY).int64(2).bytes(inner).bytes(inner).toBytes();
        GgufBuilder builder = GgufBuilder.create().raw("nested", ARRAY, outer).bool("last", true);
        assertThat(metadata(builder).requireBool("last")).isTrue();
        assertThat(metadata(builder).isArray("nested")).isTrue();
        assertRefused(builder, m -> m.integers("nested"))
                .contains("key nested", "array of 2 array", "want an array of integers");
    }

    @Test
    void shouldBeEmptyForMissingKey() {
        GgufMetadata metadata = metadata(GgufBuilder.create());
        assertThat(metadata.string("k")).isEmpty();
        assertThat(metadata.integer("k")).isEmpty();
        assertThat(metadata.number("k")).isEmpty();
        assertThat(metadata.bool("k")).isEmpty();
        assertThat(metadata.strings("k")).isEmpty();
        assertThat(metadata.floats("k")).isEmpty();
        assertThat(metadata.integers("k")).isEmpty();
    }

    @Test
    void shouldNameMissingRequiredKey() {
        List<Function<GgufMetadata, ?>> lookups =
                List.of(
                        m -> m.requireString("k"),
                        m -> m.requireInteger("k"),
                        m -> m.requireInteger("k", 0, 1),
                        m -> m.requireNumber("k"),
                        m -> m.requireBool("k"),
                        m -> m.requireStrings("k"),
                        m -> m.requireFloats("k"),
                        m -> m.requireIntegers("k"));
        for (Function<GgufMetadata, ?> lookup : lookups) {
            assertRefused(GgufBuilder.create(), lookup).contains("key k: missing, want a");
        }
    }

    @Test
    void shouldNameFoundAndWantedType() {
        GgufBuilder builder =
                GgufBuilder.create()
                        .string("text", "8")
                        .uint32("number", 8)
                        .float32("real", 8)
                        .bools("bools", true)
                        .float32s("reals", 1)
                        .strings("texts", List.of("a"));
        assertRefused(builder, m -> m.integer("text"))
                .endsWith("key text: found string, want an integer");
        assertRefused(builder, m -> m.string("number"))
                .endsWith("key number: found uint32, want a string");
        assertRefused(builder, m -> m.integer("real"))
                .endsWith("key real: found float32, want an integer");
        assertRefused(builder, m -> m.bool("number")).endsWith("found uint32, want a bool");
        assertRefused(builder, m -> m.strings("text"))
                .endsWith("found string, want an array of strings");
        assertRefused(builder, m -> m.floats("bools"))
                .endsWith("found array of 1 bool, want an array of numbers");
        assertRefused(builder, m -> m.integers("reals"))
                .endsWith("found array of 1 float32, want an array of integers");
        assertRefused(builder, m -> m.number("texts"))
                .endsWith("found array of 1 string, want a number");
    }

    @Test
    void shouldRefuseValuesOutOfRange() {
        GgufBuilder builder = GgufBuilder.create().uint64("huge", -1).int32("small", 3);
        assertRefused(builder, m -> m.integer("huge"))
                .contains("key huge: 18446744073709551615, want at most 9223372036854775807");
        assertRefused(builder, m -> m.requireInteger("small", 4, 9))
                .endsWith("key small: 3, want 4 to 9");
        byte[] wide = new LittleEndian().int32(10).int64(2).int64(1).int64(-1).toBytes();
        assertRefused(GgufBuilder.create().raw("wide", ARRAY, wide), m -> m.integers("wide"))
                .contains("key wide: element 1 is 18446744073709551615, want -2147483648 to");
    }

    @Test
    void shouldRefuseTextThatIsNotUtf8OnlyWhenAskedForIt() {
        byte[] bad = new LittleEndian().int64(2).bytes((byte) 'a', (byte) 0xC3).toBytes();
        byte[] list = new LittleEndian().int32(STRING).int64(2).text("ok").bytes(bad).toBytes();
        GgufBuilder builder =
                GgufBuilder.create()
                        .raw("latin", STRING, bad)
                        .raw("list", ARRAY, list)
                        .string("good", "x");
        assertThat(metadata(builder).requireString("good")).isEqualTo("x");
        assertRefused(builder, m -> m.string("latin")).contains("key latin", "not UTF-8");
        assertRefused(builder, m -> m.strings("list")).contains("key list", "string 1 is not");
    }
}
