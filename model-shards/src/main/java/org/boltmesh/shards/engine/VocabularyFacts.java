package org.boltmesh.shards.engine;

import java.util.List;
import java.util.Optional;
import org.boltmesh.shards.tokenizer.TokenBytes;
import org.boltmesh.shards.tokenizer.Vocabulary;

/**
 * What a process without the model file needs to know of its vocabulary.
 *
 * @param endTokens ids after which a generation ends
 * @param bosText spelling of the token that begins a text; empty where there is none
 * @param eosText spelling of the token that ends a text; empty where there is none
 * @param chatTemplate the template's source, where the file has one
 * @param tokenBytes the way from ids back to text
 */
public record VocabularyFacts(
        List<Integer> endTokens,
        String bosText,
        String eosText,
        Optional<String> chatTemplate,
        TokenBytes tokenBytes) {
    public VocabularyFacts {
        endTokens = List.copyOf(endTokens);
    }

    /** The facts of a vocabulary. */
    public static VocabularyFacts of(Vocabulary vocabulary) {
        return new VocabularyFacts(
                vocabulary.endOfGeneration().stream().sorted().toList(),
                vocabulary.spelling(vocabulary.bos()),
                vocabulary.spelling(vocabulary.eos()),
                vocabulary.chatTemplate(),
                TokenBytes.of(vocabulary));
    }
}
