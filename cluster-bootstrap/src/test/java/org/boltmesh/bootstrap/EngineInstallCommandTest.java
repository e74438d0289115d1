package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.boltmesh.shards.library.NpmPack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EngineInstallCommandTest {
    @TempDir Path temporary;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldExplainItself() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("--from=FILE", "--home=DIR", "--json", "Examples:", "Exit codes:");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldSayThatNpmIsMissing() {
        assertThat(run("--home", temporary.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("npm is not in PATH", "--from FILE");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldPrintOneJsonObjectOnFailureToo() throws Exception {
        Path other = Files.writeString(temporary.resolve("other.tgz"), "x");
        assertThat(run("--json", "--home", temporary.toString(), "--from", other.toString()))
                .isEqualTo(1);
        JsonNode object = JsonMapper.shared().readTree(out.toString());
        assertThat(object.get("installed").asBoolean()).isFalse();
        assertThat(object.get("error").asString()).contains("sha512");
        assertThat(err.toString()).contains("checking its SHA-512", "engine install: ");
    }

    @Test
    void shouldRefuseUnknownOptions() {
        assertThat(run("--form", "x.tgz")).isEqualTo(2);
        assertThat(err.toString()).contains("Unknown option");
    }

    private int run(String... arguments) {
        NpmPack missing = new NpmPack(List.of(temporary.resolve("none")), Duration.ofSeconds(5));
        return new CommandLine(new EngineInstallCommand(ggml -> {}, missing))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
