package org.boltmesh.actors.coordinator;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.boltmesh.shards.engine.VocabularyFacts;
import org.boltmesh.shards.tokenizer.TokenBytes;

/** Vocabularies of tests. */
final class Vocabularies {
    private static final int BYTES = 256;

    private Vocabularies() {}

    /** A token for each byte. */
    static VocabularyFacts ofLetters() {
        ByteBuffer table = ByteBuffer.allocate(4 * Integer.BYTES + BYTES * (Integer.BYTES + 1));
        table.putInt(0x424d5442).putInt(1).putInt(BYTES);
        for (int id = 0; id < BYTES; id++) {
            table.putInt(id + 1);
        }
        table.putInt(0);
        for (int id = 0; id < BYTES; id++) {
            table.put((byte) id);
        }
        return new VocabularyFacts(
                List.of(0), "", "", Optional.empty(), TokenBytes.fromBytes(table.array()));
    }
}
