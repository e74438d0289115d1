package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenAI's own client, from npm: {@code src/test/openai-client} drives it, under Node.js. */
abstract class OpenAiNpmCases {
    private static final Path SCRIPTS =
            Path.of(System.getProperty("boltmesh.root", ".."))
                    .resolve("cluster-bootstrap/src/test/openai-client");
    private static final int NODE_JS_MIN = 20;
    private static final long TIMEOUT_S = 180;

    /** What npm says where there is no network; all else is a fault of ours. */
    private static final Pattern UNREACHABLE =
            Pattern.compile("ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH");

    private final GatewayNode node;

    @TempDir Path folder;

    OpenAiNpmCases(GatewayNode node) {
        this.node = node;
    }

    private record Run(int exitCode, String output) {}

    @Test
    void shouldDriveEveryFeature() throws Exception {
        install();
        Run tests = run(List.of("node", "--test", "--test-reporter=tap"));
        assertThat(tests.exitCode()).as(tests.output()).isZero();
        assertThat(tests.output())
                .containsPattern("(?m)^# pass [1-9]\\d+$")
                .containsPattern("(?m)^# skipped 0$");
    }

    private void install() throws IOException, InterruptedException {
        requireNodeJs();
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Run npm = run(List.of("npm", "ci", "--no-audit", "--no-fund", "--prefer-offline"));
        if (npm.exitCode() != 0 && UNREACHABLE.matcher(npm.output()).find()) {
            skip("npm cannot reach its registry");
        }
        assertThat(npm.exitCode()).as(npm.output()).isZero();
    }

    private void requireNodeJs() throws InterruptedException {
        try {
            run(List.of("npm", "--version"));
            String version = run(List.of("node", "--version")).output().strip();
            int major = Integer.parseInt(version.replaceFirst("^v(\\d+)\\..*", "$1"));
            if (major < NODE_JS_MIN) {
                skip("Node.js is %s, want %d or later".formatted(version, NODE_JS_MIN));
            }
        } catch (IOException e) {
            skip("no Node.js with npm: " + e.getMessage());
        }
    }

    private static void skip(String reason) {
        System.err.println("SKIPPED: OpenAI's client: " + reason);
        abort(reason);
    }

    private Run run(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment()
                .putAll(
                        Map.of(
                                "BASE_URL",
                                node.baseUrl(),
                                "API_KEY",
                                GatewayNode.KEY,
                                "MODEL",
                                GatewayNode.MODEL,
                                "GOLDENS",
                                goldens().toString()));
        Process process = builder.start();
        boolean ended = process.waitFor(TIMEOUT_S, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String text = NodeJarProcess.text(output);
        assertThat(ended).as("%s ended within %d s: %s", command, TIMEOUT_S, text).isTrue();
        return new Run(process.exitValue(), text);
    }

    private static Path goldens() {
        return ClusterGoldens.require(GatewayGoldens.MODEL.goldenFile());
    }
}
