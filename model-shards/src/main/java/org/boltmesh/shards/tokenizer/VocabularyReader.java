package org.boltmesh.shards.tokenizer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.boltmesh.shards.gguf.GgufMetadata;

/** Reads the keys {@code tokenizer.*} and checks them against each other. */
final class VocabularyReader {
    private static final String MODEL = "tokenizer.ggml.model";
    private static final String PRE = "tokenizer.ggml.pre";
    private static final String TOKENS = "tokenizer.ggml.tokens";
    private static final String TYPES = "tokenizer.ggml.token_type";
    private static final String SCORES = "tokenizer.ggml.scores";
    private static final String MERGES = "tokenizer.ggml.merges";
    private static final String CHAT_TEMPLATE = "tokenizer.chat_template";

    /** The longest known is 512; a longer one would make merges of it slow. */
    private static final int TOKEN_CHARS_MAX = 4096;

    /** Some converters write an absent id so. */
    private static final long NO_ID = 0xFFFF_FFFFL;

    private final GgufMetadata metadata;

    VocabularyReader(GgufMetadata metadata) {
        this.metadata = metadata;
    }

    Vocabulary read() {
        VocabularyKind kind = kind();
        Optional<PreTokenizer> preTokenizer =
                kind == VocabularyKind.BYTE_LEVEL ? Optional.of(preTokenizer()) : Optional.empty();
        List<String> texts = texts();
        Map<String, Integer> ids = ids(texts);
        Vocabulary.Roles roles = roles(kind, ids);
        Vocabulary.Pieces pieces = new Vocabulary.Pieces(texts, types(texts, roles));
        List<Merge> merges =
                switch (kind) {
                    case BYTE_LEVEL -> listedMerges(ids, pieces);
                    case SENTENCE_PIECE -> ScoredMerges.of(pieces, scores(texts.size()), ids);
                };
        checkBytes(kind, ids, pieces, roles);
        return new Vocabulary(
                kind,
                preTokenizer,
                pieces,
                merges,
                roles,
                framing(kind, preTokenizer, roles),
                metadata.string(CHAT_TEMPLATE));
    }

    private VocabularyKind kind() {
        String name = metadata.string(MODEL).orElseThrow(() -> missing(MODEL, "a tokenizer"));
        return VocabularyKind.named(name)
                .orElseThrow(
                        () ->
                                failure(
                                        MODEL,
                                        "tokenizer %s is unknown, want %s"
                                                .formatted(quoted(name), VocabularyKind.names())));
    }

    private PreTokenizer preTokenizer() {
        String name =
                metadata.string(PRE)
                        .orElseThrow(() -> missing(PRE, "one of " + PreTokenizer.names()));
        return PreTokenizer.named(name)
                .orElseThrow(
                        () ->
                                failure(
                                        PRE,
                                        "pre-tokenizer %s is unknown, want one of %s"
                                                .formatted(quoted(name), PreTokenizer.names())));
    }

    private List<String> texts() {
        List<String> listed =
                metadata.strings(TOKENS).orElseThrow(() -> missing(TOKENS, "the tokens"));
        if (listed.isEmpty()) {
            throw failure(TOKENS, "no tokens, want at least one");
        }
        List<String> texts = new ArrayList<>(listed.size());
        for (int id = 0; id < listed.size(); id++) {
            String text = listed.get(id);
            if (text.length() > TOKEN_CHARS_MAX) {
                throw failure(
                        TOKENS,
                        "token %d has %d characters, want at most %d"
                                .formatted(id, text.length(), TOKEN_CHARS_MAX));
            }
            texts.add(text.isEmpty() ? "[EMPTY_" + id + "]" : text);
        }
        return Collections.unmodifiableList(texts);
    }

    private Map<String, Integer> ids(List<String> texts) {
        Map<String, Integer> ids = HashMap.newHashMap(texts.size());
        for (int id = 0; id < texts.size(); id++) {
            Integer earlier = ids.putIfAbsent(texts.get(id), id);
            if (earlier != null) {
                throw failure(
                        TOKENS,
                        "token %s has ids %d and %d, want each token once"
                                .formatted(quoted(texts.get(id)), earlier, id));
            }
        }
        return ids;
    }

    private List<TokenType> types(List<String> texts, Vocabulary.Roles roles) {
        Optional<int[]> numbers = metadata.integers(TYPES);
        numbers.ifPresent(found -> checkLength(TYPES, found.length, texts.size()));
        List<TokenType> types = new ArrayList<>(texts.size());
        for (int id = 0; id < texts.size(); id++) {
            TokenType type =
                    numbers.isPresent() ? TokenType.of(numbers.get()[id]) : TokenType.NORMAL;
            // Files have been seen that call an end of turn a piece of text.
            types.add(roles.endOfGeneration().contains(id) ? TokenType.CONTROL : type);
        }
        return Collections.unmodifiableList(types);
    }

    private float[] scores(int count) {
        float[] scores =
                metadata.floats(SCORES)
                        .orElseThrow(() -> missing(SCORES, "a score for each token"));
        checkLength(SCORES, scores.length, count);
        for (int id = 0; id < count; id++) {
            if (Float.isNaN(scores[id])) {
                throw failure(SCORES, "score %d is not a number, want one".formatted(id));
            }
        }
        return scores;
    }

    private Vocabulary.Roles roles(VocabularyKind kind, Map<String, Integer> ids) {
        boolean scored = kind == VocabularyKind.SENTENCE_PIECE;
        int count = ids.size();
        OptionalInt unknown = id("unknown", count, scored ? 0 : -1);
        OptionalInt bos = id("bos", count, scored ? 1 : -1);
        OptionalInt eos = id("eos", count, scored ? 2 : -1);
        OptionalInt named = id("eot", count, -1);
        OptionalInt endOfTurn = named.isPresent() ? named : EndOfGeneration.endOfTurn(ids);
        Set<Integer> ends = new TreeSet<>(EndOfGeneration.known(ids));
        for (OptionalInt end : List.of(eos, named, id("eom", count, -1))) {
            end.ifPresent(ends::add);
        }
        return new Vocabulary.Roles(
                bos,
                eos,
                endOfTurn,
                unknown,
                id("padding", count, -1),
                Collections.unmodifiableSet(ends));
    }

    /** The id that the file names for a role, else the default; -1 is none. */
    private OptionalInt id(String role, int count, int byDefault) {
        String key = "tokenizer.ggml.%s_token_id".formatted(role);
        OptionalLong found = metadata.integer(key);
        if (found.isEmpty()) {
            return byDefault >= 0 && byDefault < count
                    ? OptionalInt.of(byDefault)
                    : OptionalInt.empty();
        }
        long id = found.getAsLong();
        if (id == NO_ID || id == -1) {
            return OptionalInt.empty();
        }
        if (id < 0 || id >= count) {
            throw failure(key, "%d, want 0 to %d".formatted(id, count - 1));
        }
        return OptionalInt.of((int) id);
    }

    private Vocabulary.Framing framing(
            VocabularyKind kind, Optional<PreTokenizer> preTokenizer, Vocabulary.Roles roles) {
        boolean scored = kind == VocabularyKind.SENTENCE_PIECE;
        boolean bosByDefault =
                scored || preTokenizer.map(PreTokenizer::addsBosByDefault).orElse(false);
        return new Vocabulary.Framing(
                adds("bos", bosByDefault, roles.bos()),
                adds("eos", false, roles.eos()),
                metadata.bool("tokenizer.ggml.add_space_prefix").orElse(scored) && scored);
    }

    private boolean adds(String role, boolean byDefault, OptionalInt id) {
        String key = "tokenizer.ggml.add_%s_token".formatted(role);
        boolean adds = metadata.bool(key).orElse(byDefault);
        if (adds && id.isEmpty()) {
            throw failure(key, "true, want tokenizer.ggml.%s_token_id with it".formatted(role));
        }
        return adds;
    }

    private List<Merge> listedMerges(Map<String, Integer> ids, Vocabulary.Pieces pieces) {
        List<String> listed =
                metadata.strings(MERGES).orElseThrow(() -> missing(MERGES, "the merges"));
        List<Merge> merges = new ArrayList<>(listed.size());
        for (int index = 0; index < listed.size(); index++) {
            Merge merge = parseMerge(index, listed.get(index));
            boolean text = true;
            for (String piece : List.of(merge.left(), merge.right(), merge.whole())) {
                text &= !pieces.types().get(mergedId(ids, index, piece)).isSpecial();
            }
            // Nobody's text may become a token that steers the model.
            if (text) {
                merges.add(merge);
            }
        }
        return merges;
    }

    private int mergedId(Map<String, Integer> ids, int index, String piece) {
        Integer id = ids.get(piece);
        if (id == null) {
            throw failure(
                    MERGES,
                    "merge %d needs the token %s, want it in %s"
                            .formatted(index, quoted(piece), TOKENS));
        }
        return id;
    }

    private Merge parseMerge(int index, String listed) {
        // A piece may itself be a space, so the first character is never the gap.
        int gap = listed.indexOf(' ', 1);
        if (gap < 0 || gap == listed.length() - 1) {
            throw failure(
                    MERGES,
                    "merge %d is %s, want two pieces with a space between"
                            .formatted(index, quoted(listed)));
        }
        return new Merge(listed.substring(0, gap), listed.substring(gap + 1));
    }

    /** A byte without a token would vanish from a prompt without a word. */
    private void checkBytes(
            VocabularyKind kind,
            Map<String, Integer> ids,
            Vocabulary.Pieces pieces,
            Vocabulary.Roles roles) {
        if (kind == VocabularyKind.SENTENCE_PIECE && roles.unknown().isPresent()) {
            return;
        }
        for (int value = 0; value < 256; value++) {
            // UTF-8 never holds the others.
            boolean occurs = value < 0xC0 || (value >= 0xC2 && value <= 0xF4);
            String token =
                    kind == VocabularyKind.BYTE_LEVEL
                            ? String.valueOf(ByteAlphabet.letter(value))
                            : "<0x%02X>".formatted(value);
            Integer id = ids.get(token);
            if (occurs && (id == null || pieces.types().get(id).isSpecial())) {
                throw failure(
                        TOKENS,
                        "no token %s for the byte 0x%02X, want one for each byte of UTF-8"
                                .formatted(quoted(token), value));
            }
        }
    }

    private void checkLength(String key, int found, int wanted) {
        if (found != wanted) {
            throw failure(key, "%d values, want %d, one for each token".formatted(found, wanted));
        }
    }

    private TokenizerException missing(String key, String wanted) {
        return failure(key, "missing, want " + wanted);
    }

    private TokenizerException failure(String key, String problem) {
        return new TokenizerException(metadata.failure(key, problem));
    }

    private static String quoted(String text) {
        return text.length() > 60 ? "\"" + text.substring(0, 60) + "…\"" : "\"" + text + "\"";
    }
}
