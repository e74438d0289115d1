package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.boltmesh.actors.control.ControlServer;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.library.LibraryPlatform;
import org.boltmesh.shards.library.NpmPackage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code bench model} against a node with a fake cluster, and what {@code bench} refuses. */
@Timeout(60)
class BenchCommandsTest {
    private static final Path ROOT = Path.of(System.getProperty("boltmesh.root", ".."));

    @TempDir Path folder;

    private CommandRun bench(SpeedCluster cluster, String... arguments) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        List<String> all = new ArrayList<>(List.of("bench", "model"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--data-folder", folder.toString()));
        try (ControlServer _ = ControlServer.start(folder, "a", cluster)) {
            return CommandRun.of(all.toArray(String[]::new));
        }
    }

    @Test
    void shouldMeasureTheOnlyModelAsATable() throws IOException {
        var cluster = new SpeedCluster(0, "tales");
        CommandRun run = bench(cluster, "--repetitions", "2");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "tales on a 0..3; a CPU; times are the engine's own",
                        "test runs tokens/s ± median least most",
                        "pp512 2 512.00 0.00 512.00 512.00 512.00",
                        "tg64 2 32.00 0.00 32.00 32.00 32.00",
                        "tg128 2 64.00 0.00 64.00 64.00 64.00");
        assertThat(run.err()).contains("pp512, warm-up", "tg128, 2 of 2: 64.00 tokens/s");
        assertThat(cluster.asked).hasSize(9);
    }

    @Test
    void shouldAskForTokensThatNobodyHasComputed() throws IOException {
        var cluster = new SpeedCluster(0, "tales");
        bench(cluster, "tales", "--generate-tokens", "3", "--repetitions", "1");
        assertThat(cluster.asked.stream().map(AnswerRequest::maxTokens))
                .containsExactly(1, 1, 4, 4);
        assertThat(cluster.asked).noneMatch(AnswerRequest::stopOnEnd);
        List<List<Integer>> prompts =
                cluster.asked.stream()
                        .map(asked -> ((Prompt.Tokens) asked.prompt()).ids())
                        .toList();
        assertThat(prompts.subList(0, 2)).doesNotHaveDuplicates();
        assertThat(prompts.getFirst())
                .hasSize(512)
                .allMatch(id -> id >= 0 && id < SpeedCluster.VOCABULARY);
        assertThat(prompts.getLast()).hasSize(1);
    }

    @Test
    void shouldPrintNothingButTheResultAsJson() throws IOException {
        CommandRun run =
                bench(
                        new SpeedCluster(0, "tales"),
                        "--json",
                        "--prompt-tokens",
                        "16,32",
                        "--generate-tokens",
                        "0",
                        "--repetitions",
                        "3");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).hasLineCount(1);
        JsonNode json = JsonMapper.shared().readTree(run.out());
        assertThat(json.get("model").asString()).isEqualTo("tales");
        assertThat(json.get("times").asString()).isEqualTo("engine");
        assertThat(json.get("replay_bit_equal").asBoolean()).isTrue();
        assertThat(json.get("shards").get(0).get("pid").asInt()).isEqualTo(7);
        assertThat(json.get("tests").valueStream().map(test -> test.get("test").asString()))
                .containsExactly("pp16", "pp32");
        assertThat(json.get("tests").get(1).get("samples").size()).isEqualTo(3);
        assertThat(json.get("tests").get(1).get("median").asDouble()).isEqualTo(32);
    }

    @Test
    void shouldPrintNothingButTheResultAsCsv() throws IOException {
        CommandRun run =
                bench(
                        new SpeedCluster(0, "tales"),
                        "--format",
                        "csv",
                        "--generate-tokens",
                        "8",
                        "--prompt-tokens",
                        "0");
        assertThat(run.out().lines())
                .containsExactly(
                        "model,nodes,test,kind,tokens,repetitions,mean,deviation,median,min,max",
                        "tales,1,tg8,decode,8,5,4.000,0.000,4.000,4.000,4.000");
    }

    @Test
    void shouldSayWhatCannotBeMeasured() throws IOException {
        assertThat(bench(new SpeedCluster(0)).err())
                .isEqualTo("model: the cluster has no model, want one: load it, or give --file\n");
        assertThat(bench(new SpeedCluster(0, "a", "b")).err())
                .contains("the cluster has the models a, b, want one of them by name");
        assertThat(bench(new SpeedCluster(0, "a"), "c").err())
                .contains("no model c, want one of [a]");
        assertThat(bench(new SpeedCluster(0, "a"), "--prompt-tokens", "601").err())
                .contains("pp601 needs a context of 601, want at most the model's 600");
        CommandRun recovered = bench(new SpeedCluster(1, "a"));
        assertThat(recovered.exitCode()).isEqualTo(1);
        assertThat(recovered.out()).isEmpty();
        assertThat(recovered.err()).contains("pp512: 512 tokens in one go and 1 recoveries");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --repetitions 0                             | --repetitions 0, want 1 to
                    --warm-up -1                                | --warm-up -1, want 0 to
                    --prompt-tokens 0 --generate-tokens 0       | leave nothing to measure
                    --generate-tokens 8,60000                   | --generate-tokens 60000, want 0 to
                    --threads 2                                 | --threads without --file, want both
                    --nodes 2                                   | --nodes without --file, want both
                    --json --format csv                         | --json and --format csv, want only one
                    --file x.gguf --nodes 9                     | --nodes 9, want 1 to 8
                    --file x.gguf --threads 0                   | --threads 0, want 1 to
                    """)
    void shouldRefuseWrongOptions(String options, String sentence) {
        List<String> all = new ArrayList<>(List.of("bench", "model"));
        all.addAll(List.of(options.split(" ")));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out().lines().filter(line -> !line.startsWith("{\"error\""))).isEmpty();
        assertThat(run.err()).contains(sentence);
    }

    @Test
    void shouldRefuseAModelBesideAFileAndAFileThatIsNone() throws IOException {
        Path file = Files.writeString(folder.resolve("x.gguf"), "x");
        assertThat(CommandRun.of("bench", "model", "tales", "--file", file.toString()).err())
                .contains("MODEL tales and --file, want only one of them");
        assertThat(CommandRun.of("bench", "model", "--file", "/none.gguf").err())
                .contains("no file /none.gguf, want a GGUF file");
        assertThat(CommandRun.of("bench").err())
                .contains("a command is missing, want model, synth, verbs or transport");
    }

    @Test
    void shouldRefuseToWriteWhatCannotBe() throws IOException {
        String config = ROOT.resolve("config/shapes/qwen3-0.6b.json").toString();
        assertThat(synth("--config", config, "--type", "q9").err())
                .contains("--type q9, want one of f32, f16, q4_0");
        assertThat(synth("--config", config, "--type", "q8_0", "--layers", "0").err())
                .contains("--layers 0, want 1 to 1024");
        CommandRun none = synth("--config", "/none.json", "--type", "q8_0");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err())
                .isEqualTo("synth: no file /none.json, want the config.json of a model\n");
    }

    private CommandRun synth(String... arguments) {
        List<String> all = new ArrayList<>(List.of("bench", "synth"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("-o", folder.resolve("out.gguf").toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void shouldCompareWithThePackageThatIsInstalled() throws IOException {
        String script = Files.readString(ROOT.resolve("config/llama-cpp/compare.sh"));
        NpmPackage pinned = NpmPackage.of(LibraryPlatform.LINUX_X86_64);
        assertThat(value(script, "package")).isEqualTo(pinned.name());
        assertThat(value(script, "version")).isEqualTo(pinned.version());
        assertThat(value(script, "integrity")).isEqualTo(pinned.integrity());
    }

    private static String value(String script, String name) {
        Matcher line = Pattern.compile("(?m)^" + name + "='(.*)'$").matcher(script);
        assertThat(line.find()).as(name).isTrue();
        return line.group(1);
    }
}
