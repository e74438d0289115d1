package org.boltmesh.shards.engine;

import java.util.List;
import java.util.Optional;

/**
 * What a process without the model file needs to know of its vocabulary.
 *
 * @param endTokens ids after which a generation ends
 * @param bosText text of the token that begins a text; empty where there is none
 * @param eosText text of the token that ends a text; empty where there is none
 * @param chatTemplate the template's source, where the file has one
 * @param tokenBytes bytes of each token by id, control tokens as no bytes
 */
public record VocabularyFacts(
        List<Integer> endTokens,
        String bosText,
        String eosText,
        Optional<String> chatTemplate,
        List<byte[]> tokenBytes) {
    public VocabularyFacts {
        endTokens = List.copyOf(endTokens);
        tokenBytes = List.copyOf(tokenBytes);
    }
}
