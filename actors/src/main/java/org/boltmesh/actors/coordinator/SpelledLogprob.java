package org.boltmesh.actors.coordinator;

import java.util.HexFormat;
import org.boltmesh.shards.sampling.TokenLogprob;
import org.boltmesh.shards.tokenizer.TokenBytes;

/**
 * How likely a token was, with its spelling, for those who ask have no vocabulary.
 *
 * @param token its id
 * @param logprob natural logarithm of its probability, at most 0
 * @param hex its bytes in hexadecimal digits, since messages carry no arrays; they need not be
 *     whole characters. Empty for a token that spells nothing.
 */
public record SpelledLogprob(int token, double logprob, String hex) {
    /** Most that one token is allowed to spell: what is longer is cut. */
    private static final int BYTES_MAX = 256;

    /** A head may have more columns than its vocabulary has tokens: these spell nothing. */
    static SpelledLogprob of(TokenLogprob logprob, TokenBytes table) {
        int token = logprob.token();
        byte[] bytes = token >= 0 && token < table.size() ? table.bytes(token, true) : new byte[0];
        String hex = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, BYTES_MAX));
        return new SpelledLogprob(token, logprob.logprob(), hex);
    }

    /** Its bytes; a fresh copy. */
    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
