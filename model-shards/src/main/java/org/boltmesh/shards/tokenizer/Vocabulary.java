package org.boltmesh.shards.tokenizer;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.boltmesh.shards.gguf.GgufMetadata;

/**
 * The tokens of a model and the rules for using them, as its GGUF file tells. Ids are indexes into
 * {@link #tokens()}. Immutable; pure Java, so any process may hold one.
 */
public final class Vocabulary {
    /** The tokens themselves, by id. */
    record Pieces(List<String> texts, List<TokenType> types) {}

    /** Which tokens stand for what; an id that is empty has no token. */
    record Roles(
            OptionalInt bos,
            OptionalInt eos,
            OptionalInt endOfTurn,
            OptionalInt unknown,
            OptionalInt padding,
            Set<Integer> endOfGeneration) {}

    /** How a text is framed. */
    record Framing(boolean addsBos, boolean addsEos, boolean addsSpacePrefix) {}

    private final VocabularyKind kind;
    private final Optional<PreTokenizer> preTokenizer;
    private final Pieces pieces;
    private final List<Merge> merges;
    private final Roles roles;
    private final Framing framing;
    private final Optional<String> chatTemplate;

    Vocabulary(
            VocabularyKind kind,
            Optional<PreTokenizer> preTokenizer,
            Pieces pieces,
            List<Merge> merges,
            Roles roles,
            Framing framing,
            Optional<String> chatTemplate) {
        this.kind = kind;
        this.preTokenizer = preTokenizer;
        this.pieces = pieces;
        this.merges = List.copyOf(merges);
        this.roles = roles;
        this.framing = framing;
        this.chatTemplate = chatTemplate;
    }

    /**
     * Reads and checks the vocabulary of a model.
     *
     * @throws TokenizerException when the tokenizer is of a kind that we do not know, or the file
     *     contradicts itself
     * @throws org.boltmesh.shards.gguf.GgufException when a key has a value of the wrong type
     */
    public static Vocabulary of(GgufMetadata metadata) {
        return new VocabularyReader(metadata).read();
    }

    /** The family of tokenizers. */
    public VocabularyKind kind() {
        return kind;
    }

    /** How texts are cut into words; only byte-level vocabularies do. */
    public Optional<PreTokenizer> preTokenizer() {
        return preTokenizer;
    }

    /** How many tokens there are. */
    public int size() {
        return pieces.texts.size();
    }

    /** The tokens as the file spells them, by id. */
    public List<String> tokens() {
        return pieces.texts;
    }

    /** What each token is for, by id. */
    public List<TokenType> types() {
        return pieces.types;
    }

    /** The merges, the first to be done first. */
    List<Merge> merges() {
        return merges;
    }

    /** Stands before a text. */
    public OptionalInt bos() {
        return roles.bos;
    }

    /** Stands after a text. */
    public OptionalInt eos() {
        return roles.eos;
    }

    /** Ends a turn of a conversation. */
    public OptionalInt endOfTurn() {
        return roles.endOfTurn;
    }

    /** Stands for text without a token. */
    public OptionalInt unknown() {
        return roles.unknown;
    }

    /** Fills up batches. */
    public OptionalInt padding() {
        return roles.padding;
    }

    /** The tokens after which an answer is complete. */
    public Set<Integer> endOfGeneration() {
        return roles.endOfGeneration;
    }

    /** Whether an answer is complete after this token. */
    public boolean endsGeneration(int id) {
        return roles.endOfGeneration.contains(id);
    }

    /** Whether {@link #bos()} is put before a text. */
    public boolean addsBos() {
        return framing.addsBos;
    }

    /** Whether {@link #eos()} is put after a text. */
    public boolean addsEos() {
        return framing.addsEos;
    }

    /** Whether a text, and one after a special token, begins with a space of its own. */
    public boolean addsSpacePrefix() {
        return framing.addsSpacePrefix;
    }

    /** The spelling of the token with an id, or nothing where the role is not filled. */
    public String spelling(OptionalInt id) {
        return id.isPresent() ? pieces.texts.get(id.getAsInt()) : "";
    }

    /** The template that turns a conversation into a prompt, in Jinja. */
    public Optional<String> chatTemplate() {
        return chatTemplate;
    }
}
