package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    static Stream<Arguments> badOptions() {
        return Stream.of(
                bad("--temperature -1, want 0 to 100", "demo", "--temperature", "-1"),
                bad("--temperature NaN, want 0 to 100", "demo", "--temperature", "NaN"),
                bad("--top-p 2, want more than 0 and at most 1", "demo", "--top-p", "2"),
                bad("--top-k -3, want 0 or more", "demo", "--top-k", "-3"),
                bad("--min-p 1.5, want 0 to 1", "demo", "--min-p", "1.5"),
                bad("--max-tokens 0, want 1 to 1000000", "demo", "--max-tokens", "0"),
                bad("'--max-tokens': 'many' is not an int", "demo", "--max-tokens", "many"),
                bad("--context 0, want 1 to", "demo", "--context", "0"),
                bad("--micro-batch 0, want 1 to", "demo", "--micro-batch", "0"),
                bad("--threads 0, want 1 to", "demo", "--threads", "0"),
                bad("expected one of [F16, F32]", "demo", "--kv-type", "q8"),
                bad("--nodes 9, want 1 to 8", "demo", "--nodes", "9"),
                bad("--mode tensor, want auto", "demo", "--mode", "tensor"),
                bad("mutually exclusive", "demo", "--prompt", "a", "--chat", "b"),
                bad("Unknown option: '--frob'", "demo", "--frob"),
                bad("Unknown option: '--frob'", "run", "--frob"),
                bad("Missing required parameter: 'NAME'", "load", "--file", "f"),
                bad("Missing required option: '--file=FILE'", "load", "m"),
                bad("NAME \"a b\", want 1..63 letters", "load", "a b", "--file", "f"),
                bad("--nodes \"a,-\", want names", "load", "m", "--file", "f", "--nodes", "a,-"),
                bad("--context -1, want 0 to", "load", "m", "--file", "f", "--context", "-1"),
                bad("--micro-batch 0, want 1", "load", "m", "--file", "f", "--micro-batch", "0"),
                bad("--sequences 9, want 1 to 8", "load", "m", "--file", "f", "--sequences", "9"),
                bad("--queue 65, want 0 to 64", "load", "m", "--file", "f", "--queue", "65"),
                bad("expected one of [F16, F32]", "load", "m", "--file", "f", "--kv-type", "q8"),
                bad("Missing required parameter: 'NAME'", "unload"),
                bad("mutually exclusive", "status", "--config", "c", "--data-folder", "d"),
                bad("Missing required argument", "generate", "m"),
                bad("mutually exclusive", "generate", "m", "--prompt", "a", "--tokens", "1"),
                bad("'one' is not an int", "generate", "m", "--tokens", "1,one"),
                bad("--tokens -1, want 0 to", "generate", "m", "--tokens", "1,-1"),
                bad("--max-tokens 0, want", "generate", "m", "--chat", "a", "--max-tokens", "0"),
                bad("--top-p 2, want more", "generate", "m", "--chat", "a", "--top-p", "2"),
                bad("mutually exclusive", "doctor", "--record", "a", "--recorded", "b"),
                bad("'frob'", "frob"),
                bad("--rdma simulated with 1 node", "demo", "--rdma", "simulated"),
                bad("--socket is missing", "engine"),
                bad("--socket is missing", "media-driver"),
                bad("--aeron-dir is missing", "media-driver", "--socket", "s"),
                bad(
                        "mtu 8193, want 1024 to 65504 bytes and a multiple of 32",
                        "media-driver",
                        "--socket",
                        "s",
                        "--aeron-dir",
                        "a",
                        "--mtu",
                        "8193"),
                badDriver("expected one of [AUTO, VERBS, SIMULATED, OFF]", "--rdma", "thunderbolt"),
                badDriver("simulated without a fabric and a host", "--rdma", "simulated"),
                badDriver("suspect-after of 9 ms", "--rdma-suspect-after", "9"),
                badDriver("'--rdma-bind'", "--rdma-bind", "1.2.3.4.5"),
                bad(
                        "--unclaimed-exit 0, want 1 to",
                        "engine",
                        "--socket",
                        "s",
                        "--unclaimed-exit",
                        "0"));
    }

    private static Arguments badDriver(String message, String... options) {
        List<String> line = new ArrayList<>(List.of("media-driver", "--socket", "s"));
        line.addAll(List.of("--aeron-dir", "a"));
        line.addAll(List.of(options));
        return bad(message, line.toArray(String[]::new));
    }

    private static Arguments bad(String message, String... arguments) {
        return Arguments.of(message, arguments);
    }

    @ParameterizedTest
    @MethodSource("badOptions")
    void shouldRefuseInOneLineThatNamesOptionValueAndRange(String message, String[] arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message).contains("--help").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "run",
                "demo",
                "status",
                "models",
                "load",
                "unload",
                "generate",
                "doctor",
                "version",
                "engine",
                "engine install",
                "media-driver"
            })
    void shouldHelpWithExamples(String command) {
        CommandRun run = CommandRun.of((command + " --help").strip().split(" "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Examples:", "java -jar node.jar");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldRunANodeWithoutACommand() {
        for (String[] arguments :
                new String[][] {{"--config", "/none"}, {"run", "--config", "/none"}}) {
            CommandRun run = CommandRun.of(arguments);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("no configuration file /none").hasLineCount(1);
        }
    }

    @Test
    void shouldHideWhatIsForDemosOnly() {
        assertThat(CommandRun.of("run", "--help").out())
                .contains("--config")
                .doesNotContain("--stop-on-input-end", "--remove-data-folder");
    }

    @Test
    void shouldRefuseASocketPathThatIsTooLong() {
        CommandRun run = CommandRun.of("engine", "--socket", "/tmp/" + "x".repeat(100));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("105 bytes, want at most 102").hasLineCount(1);
    }
}
