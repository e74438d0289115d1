package org.boltmesh.shards.tokenizer;

import java.io.StringWriter;
import java.util.OptionalInt;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a vocabulary as the {@code tokenizer.json} that Hugging Face's tokenizers read. It knows
 * no special tokens, no truncation and no padding: {@link Tokenizer} sees to the first, nobody
 * wants the others.
 */
final class TokenizerJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Vocabulary vocabulary;
    private final JsonGenerator json;

    private TokenizerJson(Vocabulary vocabulary, JsonGenerator json) {
        this.vocabulary = vocabulary;
        this.json = json;
    }

    static String of(Vocabulary vocabulary) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            new TokenizerJson(vocabulary, json).write();
        }
        return out.toString();
    }

    private void write() {
        json.writeStartObject();
        json.writeStringProperty("version", "1.0");
        json.writeNullProperty("truncation");
        json.writeNullProperty("padding");
        json.writeArrayPropertyStart("added_tokens").writeEndArray();
        json.writeNullProperty("normalizer");
        json.writeName("pre_tokenizer");
        vocabulary.preTokenizer().ifPresentOrElse(this::writePreTokenizer, json::writeNull);
        json.writeNullProperty("post_processor");
        json.writeNullProperty("decoder");
        json.writeObjectPropertyStart("model");
        writeModel();
        json.writeEndObject();
        json.writeEndObject();
    }

    private void writePreTokenizer(PreTokenizer preTokenizer) {
        json.writeStartObject();
        json.writeStringProperty("type", "Sequence");
        json.writeArrayPropertyStart("pretokenizers");
        json.writeStartObject();
        json.writeStringProperty("type", "Split");
        json.writeObjectPropertyStart("pattern");
        json.writeStringProperty("Regex", preTokenizer.pattern());
        json.writeEndObject();
        json.writeStringProperty("behavior", "Isolated");
        json.writeBooleanProperty("invert", false);
        json.writeEndObject();
        json.writeStartObject();
        json.writeStringProperty("type", "ByteLevel");
        json.writeBooleanProperty("add_prefix_space", false);
        json.writeBooleanProperty("trim_offsets", false);
        json.writeBooleanProperty("use_regex", false);
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeModel() {
        boolean scored = vocabulary.kind() == VocabularyKind.SENTENCE_PIECE;
        json.writeStringProperty("type", "BPE");
        json.writeNullProperty("dropout");
        json.writeName("unk_token");
        if (scored && vocabulary.unknown().isPresent()) {
            json.writeString(vocabulary.spelling(vocabulary.unknown()));
        } else {
            json.writeNull();
        }
        json.writeNullProperty("continuing_subword_prefix");
        json.writeNullProperty("end_of_word_suffix");
        json.writeBooleanProperty("fuse_unk", false);
        json.writeBooleanProperty("byte_fallback", scored);
        json.writeBooleanProperty(
                "ignore_merges",
                vocabulary.preTokenizer().map(PreTokenizer::wholeWordsFirst).orElse(false));
        writeTokens();
        writeMerges();
    }

    /** Tokens that steer the model are left out, so that no text can spell one. */
    private void writeTokens() {
        OptionalInt unknown = vocabulary.unknown();
        json.writeObjectPropertyStart("vocab");
        for (int id = 0; id < vocabulary.size(); id++) {
            boolean kept = unknown.isPresent() && unknown.getAsInt() == id;
            if (kept || !vocabulary.types().get(id).isSpecial()) {
                json.writeNumberProperty(vocabulary.tokens().get(id), id);
            }
        }
        json.writeEndObject();
    }

    private void writeMerges() {
        json.writeArrayPropertyStart("merges");
        for (Merge merge : vocabulary.merges()) {
            json.writeStartArray();
            json.writeString(merge.left());
            json.writeString(merge.right());
            json.writeEndArray();
        }
        json.writeEndArray();
    }
}
