package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class RunLogTest {
    @TempDir Path home;

    @Test
    void shouldKeepTheLogOfABadRun() {
        Path file;
        try (RunLog log = RunLog.open(home, "demo")) {
            LoggerFactory.getLogger("test").info("what happened");
            file = log.file();
        }
        assertThat(file).content().contains("INFO").contains("what happened");
    }

    @Test
    void shouldRemoveTheLogOfAGoodRun() {
        Path file;
        try (RunLog log = RunLog.open(home, "demo")) {
            file = log.file();
            assertThat(file).exists();
            log.good();
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void shouldKeepTheLastTen() throws IOException {
        Path logs = Files.createDirectories(home.resolve("logs"));
        for (int number = 10; number < 30; number++) {
            Files.createFile(logs.resolve("demo-200001" + number + "-000000-1.log"));
        }
        Files.createFile(logs.resolve("other-20000101-000000-1.log"));
        try (RunLog log = RunLog.open(home, "demo");
                Stream<Path> files = Files.list(logs)) {
            List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
            assertThat(names)
                    .hasSize(11)
                    .contains(log.file().getFileName().toString(), "other-20000101-000000-1.log")
                    .contains("demo-20000121-000000-1.log")
                    .doesNotContain("demo-20000120-000000-1.log");
        }
    }

    @Test
    void shouldSayThatItsFolderCannotBeWritten() throws IOException {
        Path inTheWay = Files.writeString(home.resolve("file"), "no folder");
        assertThatThrownBy(() -> RunLog.open(inTheWay, "demo"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("cannot write")
                .hasMessageContaining("BOLTMESH_HOME");
    }
}
