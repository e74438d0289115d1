package org.boltmesh.shards.gguf;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys and values of a GGUF file. A missing key is empty; a key whose value has another type
 * than asked for is a {@link GgufException}. Immutable.
 *
 * <p>Strings are UTF-8 and never altered: one whose bytes are not UTF-8 is an error when it is
 * asked for, and harmless otherwise.
 */
public final class GgufMetadata {
    private final String file;
    private final Map<String, GgufValue> values;

    GgufMetadata(String file, Map<String, GgufValue> values) {
        this.file = file;
        this.values = Collections.unmodifiableMap(values);
    }

    /** All keys in the file's order. */
    public Set<String> keys() {
        return values.keySet();
    }

    /** Whether the value is an array, for keys that hold one number or one per layer. */
    public boolean isArray(String key) {
        return switch (values.get(key)) {
            case GgufValue.Texts _, GgufValue.Packed _, GgufValue.Nested _ -> true;
            case null, default -> false;
        };
    }

    /** A string. */
    public Optional<String> string(String key) {
        return switch (values.get(key)) {
            case null -> Optional.empty();
            case GgufValue.Text text when text.exact() -> Optional.of(text.value());
            case GgufValue.Text _ -> throw failure(key, "the string is not UTF-8");
            case GgufValue other -> throw mismatch(key, other, "a string");
        };
    }

    /** An integer of any width, signed or not. */
    public OptionalLong integer(String key) {
        return switch (values.get(key)) {
            case null -> OptionalLong.empty();
            case GgufValue.Whole whole when whole.exceedsLong() ->
                    throw failure(
                            key,
                            "%s, want at most %d"
                                    .formatted(
                                            Long.toUnsignedString(whole.bits()), Long.MAX_VALUE));
            case GgufValue.Whole whole -> OptionalLong.of(whole.bits());
            case GgufValue other -> throw mismatch(key, other, "an integer");
        };
    }

    /** A floating-point number or an integer. */
    public OptionalDouble number(String key) {
        return switch (values.get(key)) {
            case null -> OptionalDouble.empty();
            case GgufValue.Real real -> OptionalDouble.of(real.value());
            case GgufValue.Whole whole when whole.type().isUnsigned() ->
                    OptionalDouble.of(GgufValue.unsignedToDouble(whole.bits()));
            case GgufValue.Whole whole -> OptionalDouble.of((double) whole.bits());
            case GgufValue other -> throw mismatch(key, other, "a number");
        };
    }

    /** A truth value. */
    public Optional<Boolean> bool(String key) {
        return switch (values.get(key)) {
            case null -> Optional.empty();
            case GgufValue.Flag flag -> Optional.of(flag.value());
            case GgufValue other -> throw mismatch(key, other, "a bool");
        };
    }

    /** An array of strings; unmodifiable, not copied. */
    public Optional<List<String>> strings(String key) {
        return switch (values.get(key)) {
            case null -> Optional.empty();
            case GgufValue.Texts texts when texts.inexactIndex() < 0 -> Optional.of(texts.values());
            case GgufValue.Texts texts ->
                    throw failure(key, "string %d is not UTF-8".formatted(texts.inexactIndex()));
            case GgufValue.Packed packed when packed.count() == 0 -> Optional.of(List.of());
            case GgufValue other -> throw mismatch(key, other, "an array of strings");
        };
    }

    /** An array of numbers of any type, rounded to F32; a fresh copy. */
    public Optional<float[]> floats(String key) {
        return packed(key, "an array of numbers")
                .map(
                        packed -> {
                            if (!packed.elementType().isNumber()) {
                                throw mismatch(key, packed, "an array of numbers");
                            }
                            float[] copy = new float[packed.count()];
                            for (int i = 0; i < copy.length; i++) {
                                copy[i] = (float) packed.number(i);
                            }
                            return copy;
                        });
    }

    /** An array of integers of any width, each in the range of {@code int}; a fresh copy. */
    public Optional<int[]> integers(String key) {
        return packed(key, "an array of integers")
                .map(
                        packed -> {
                            if (!packed.elementType().isInteger()) {
                                throw mismatch(key, packed, "an array of integers");
                            }
                            int[] copy = new int[packed.count()];
                            for (int i = 0; i < copy.length; i++) {
                                copy[i] = narrow(key, i, packed);
                            }
                            return copy;
                        });
    }

    private int narrow(String key, int index, GgufValue.Packed packed) {
        long value = packed.whole(index);
        boolean isUnsigned = packed.elementType().isUnsigned();
        if (value != (int) value || (isUnsigned && value < 0)) {
            throw failure(
                    key,
                    "element %d is %s, want %d to %d"
                            .formatted(
                                    index,
                                    isUnsigned
                                            ? Long.toUnsignedString(value)
                                            : Long.toString(value),
                                    Integer.MIN_VALUE,
                                    Integer.MAX_VALUE));
        }
        return (int) value;
    }

    private Optional<GgufValue.Packed> packed(String key, String wanted) {
        return switch (values.get(key)) {
            case null -> Optional.empty();
            case GgufValue.Packed packed -> Optional.of(packed);
            case GgufValue other -> throw mismatch(key, other, wanted);
        };
    }

    /** As {@link #string}, but the key must be there. */
    public String requireString(String key) {
        return string(key).orElseThrow(() -> missing(key, "a string"));
    }

    /** As {@link #integer}, but the key must be there. */
    public long requireInteger(String key) {
        return integer(key).orElseThrow(() -> missing(key, "an integer"));
    }

    /** As {@link #requireInteger(String)}, but the value must lie in {@code min..max}. */
    public int requireInteger(String key, int min, int max) {
        long value = requireInteger(key);
        if (value < min || value > max) {
            throw failure(key, "%d, want %d to %d".formatted(value, min, max));
        }
        return (int) value;
    }

    /** As {@link #number}, but the key must be there. */
    public double requireNumber(String key) {
        return number(key).orElseThrow(() -> missing(key, "a number"));
    }

    /** As {@link #bool}, but the key must be there. */
    public boolean requireBool(String key) {
        return bool(key).orElseThrow(() -> missing(key, "a bool"));
    }

    /** As {@link #strings}, but the key must be there. */
    public List<String> requireStrings(String key) {
        return strings(key).orElseThrow(() -> missing(key, "an array of strings"));
    }

    /** As {@link #floats}, but the key must be there. */
    public float[] requireFloats(String key) {
        return floats(key).orElseThrow(() -> missing(key, "an array of numbers"));
    }

    /** As {@link #integers}, but the key must be there. */
    public int[] requireIntegers(String key) {
        return integers(key).orElseThrow(() -> missing(key, "an array of integers"));
    }

    /** An error about {@code key} of this file, for owners of rules that the file breaks. */
    public GgufException failure(String key, String problem) {
        return new GgufException("%s, key %s: %s".formatted(file, key, problem));
    }

    private GgufException missing(String key, String wanted) {
        return failure(key, "missing, want " + wanted);
    }

    private GgufException mismatch(String key, @Nullable GgufValue found, String wanted) {
        return failure(key, "found %s, want %s".formatted(found, wanted));
    }
}
