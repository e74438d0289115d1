package org.boltmesh.shards.tokenizer;

import java.nio.file.Path;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.gguf.GgufFile;

/** Vocabularies of the shared test data, and the native library for them. */
final class TestVocabularies {
    private TestVocabularies() {}

    static Vocabulary of(String file) {
        return Vocabulary.of(GgufFile.open(SharedData.require(file)).metadata());
    }

    static Vocabulary ggml(String name) {
        return of("models/tokenizers/ggml-vocab-%s.gguf".formatted(name));
    }

    static Tokenizer open(Vocabulary vocabulary) {
        TokenizerLibrary.prepare(Path.of("target", "native"));
        return Tokenizer.open(vocabulary);
    }
}
