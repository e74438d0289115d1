package org.boltmesh.shards.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.tokenizer.Vocabulary;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ChatTemplateGoldenTest {
    static final List<ChatMessage> CONVERSATION =
            List.of(
                    new ChatMessage("system", "You are helpful."),
                    new ChatMessage("user", "Hello"),
                    new ChatMessage("assistant", "Hi there"),
                    new ChatMessage("user", "Who are you?"));

    /** ByteDance-Seed-OSS looks up integers in a dictionary; the library knows strings only. */
    private static final Set<String> KNOWN_TO_FAIL = Set.of("ByteDance-Seed-OSS");

    /** The goldens were rendered with a clock that says this, whatever it is asked. */
    private static final String CLOCK = "{% macro strftime_now(format) %}26 Jul 2024{% endmacro %}";

    @Test
    void shouldRenderGoldens() throws IOException {
        Path folder = SharedData.require("models/templates");
        JsonNode golden = JsonMapper.shared().readTree(folder.resolve("golden.json").toFile());
        Set<String> failed = new TreeSet<>();
        for (String name : golden.propertyNames()) {
            String source = Files.readString(folder.resolve(name + ".jinja"));
            String found = rendered(CLOCK + source);
            if (!found.equals(golden.get(name).asString())) {
                failed.add(name);
                System.out.printf("%s differs: %s%n", name, found);
            }
        }
        assertThat(golden.size()).isEqualTo(23);
        assertThat(failed).isEqualTo(KNOWN_TO_FAIL);
    }

    private static String rendered(String source) {
        long startNs = System.nanoTime();
        try (ChatTemplate template = ChatTemplate.compile(source)) {
            long compiledNs = System.nanoTime();
            String prompt = template.render(CONVERSATION, true, "<s>", "</s>");
            long coldNs = System.nanoTime();
            assertThat(template.render(CONVERSATION, true, "<s>", "</s>")).isEqualTo(prompt);
            System.out.printf(
                    "compiled in %d ms, rendered in %d ms, again in %d ms%n",
                    (compiledNs - startNs) / 1_000_000,
                    (coldNs - compiledNs) / 1_000_000,
                    (System.nanoTime() - coldNs) / 1_000_000);
            return prompt;
        } catch (TemplateException e) {
            return e.toString();
        }
    }

    @Test
    void shouldRenderTemplateOfTales() {
        Vocabulary vocabulary =
                Vocabulary.of(
                        GgufFile.open(SharedData.require("tales/models/tales-qwen3-q8_0.gguf"))
                                .metadata());
        try (ChatTemplate template =
                ChatTemplate.compile(vocabulary.chatTemplate().orElseThrow())) {
            assertThat(
                            template.render(
                                    CONVERSATION, true, "", vocabulary.spelling(vocabulary.eos())))
                    .isEqualTo(
                            """
                            <|im_start|>system
                            You are helpful.<|im_end|>
                            <|im_start|>user
                            Hello<|im_end|>
                            <|im_start|>assistant
                            Hi there<|im_end|>
                            <|im_start|>user
                            Who are you?<|im_end|>
                            <|im_start|>assistant
                            """);
        }
    }
}
