package org.boltmesh.shards.tokenizer;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.template.ChatMessage;
import org.boltmesh.shards.template.ChatTemplate;

/** A process that uses all native and scripted parts once: {@code folder model.gguf}. */
final class LibraryProbe {
    private LibraryProbe() {}

    public static void main(String[] arguments) {
        TokenizerLibrary.prepare(Path.of(arguments[0]));
        Vocabulary vocabulary = Vocabulary.of(GgufFile.open(Path.of(arguments[1])).metadata());
        try (Tokenizer tokenizer = Tokenizer.open(vocabulary);
                ChatTemplate template =
                        ChatTemplate.compile(vocabulary.chatTemplate().orElseThrow())) {
            String prompt = template.render(List.of(new ChatMessage("user", "Hi")), true, "", "");
            System.out.println(Arrays.toString(tokenizer.encode(prompt, true, true)));
        }
    }
}
