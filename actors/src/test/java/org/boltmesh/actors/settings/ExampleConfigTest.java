package org.boltmesh.actors.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The files in {@code config/} work as they are. */
class ExampleConfigTest {
    private static final Path CONFIG =
            Path.of(System.getProperty("boltmesh.root", "..")).resolve("config");

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(CONFIG)) {
            return files
                    .filter(file -> file.toString().endsWith(".conf"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldLoad(Path file) {
        assertThat(SettingsLoader.load(file).name()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"two-nodes, 2", "four-nodes, 4"})
    void shouldHaveAllNodesAsSeedsInOneOrder(String name, int count) {
        List<NodeSettings> nodes =
                Stream.iterate(1, number -> number + 1)
                        .limit(count)
                        .map(number -> CONFIG.resolve(name).resolve("node-" + number + ".conf"))
                        .map(SettingsLoader::load)
                        .toList();
        List<HostPort> places = nodes.stream().map(node -> node.network().advertised()).toList();
        assertThat(nodes).allSatisfy(n -> assertThat(n.network().seedNodes()).isEqualTo(places));
        assertThat(nodes).extracting(NodeSettings::dataFolder).doesNotHaveDuplicates();
        assertThat(nodes).extracting(NodeSettings::name).doesNotHaveDuplicates();
    }

    @Test
    void shouldFindThemAll() throws IOException {
        assertThat(examples()).hasSizeGreaterThanOrEqualTo(9);
    }
}
