package org.boltmesh.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaFinderTest {
    @TempDir Path temp;
    private Path root = Path.of("");

    @BeforeEach
    void resolveLinks() throws IOException {
        root = temp.toRealPath();
    }

    @Test
    void shouldTakeNamedOnesFirstAndNearestVersionNext() throws IOException {
        install("jvm/a-27", "27");
        install("jvm/b-25", "25.0.3");
        install("jvm/c-17", "17.0.15");
        install("jvm/d-absurd", "2500");
        install("jvm/e-8", "1.8.0_402");
        Path jdkHome = install("mine/26", "26");
        Path javaHome = install("mine/28", "28");

        assertThat(candidates(Map.of(), "jvm")).containsExactly("jvm/b-25", "jvm/a-27");
        assertThat(
                        candidates(
                                Map.of(
                                        "JDK_HOME", jdkHome.toString(),
                                        "JAVA_HOME", javaHome.toString()),
                                "jvm"))
                .containsExactly("mine/28", "mine/26", "jvm/b-25", "jvm/a-27");
    }

    @Test
    void shouldPassOverNamedOnesThatDoNotHelp() throws IOException {
        install("jvm/25", "25");
        Path old = install("jvm/17", "17");
        Map<String, String> environment = Map.of("JAVA_HOME", old.toString(), "JDK_HOME", "");
        assertThat(candidates(environment, "jvm")).containsExactly("jvm/25");
        assertThat(candidates(Map.of("JAVA_HOME", "/nowhere\0"), "jvm")).containsExactly("jvm/25");
    }

    @Test
    void shouldLookIntoBundlesAndKegs() throws IOException {
        install("jvm/temurin-25.jdk/Contents/Home", "25");
        install("opt/openjdk@26/libexec/openjdk.jdk/Contents/Home", "26");
        install("opt/openjdk@27/libexec", "27");
        assertThat(candidates(Map.of(), "jvm", "opt"))
                .containsExactly(
                        "jvm/temurin-25.jdk/Contents/Home",
                        "opt/openjdk@26/libexec/openjdk.jdk/Contents/Home",
                        "opt/openjdk@27/libexec");
    }

    @Test
    void shouldNameFolderOnceWhateverLinksLeadThere() throws IOException {
        Path home = install("jvm/jdk-25", "25");
        Files.createSymbolicLink(home.resolveSibling("default"), home);
        assertThat(candidates(Map.of(), "jvm", "jvm", "missing")).containsExactly("jvm/default");
    }

    @Test
    void shouldKnowUsualFolders() {
        File home = new File("/home/a");
        assertThat(JavaFinder.usualFolders("Linux", home))
                .contains(
                        new File("/usr/lib/jvm"),
                        new File("/opt"),
                        new File("/home/a/.sdkman/candidates/java"),
                        new File("/home/a/.jdks"));
        assertThat(JavaFinder.usualFolders("Mac OS X", home))
                .contains(
                        new File("/Library/Java/JavaVirtualMachines"),
                        new File("/home/a/Library/Java/JavaVirtualMachines"),
                        new File("/opt/homebrew/opt"));
    }

    private Path install(String folder, String version) throws IOException {
        Path home = Files.createDirectories(root.resolve(folder));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private List<String> candidates(Map<String, String> environment, String... folders) {
        List<File> roots = List.of(folders).stream().map(f -> root.resolve(f).toFile()).toList();
        return new JavaFinder(environment, roots)
                .candidates().stream()
                        .map(home -> root.relativize(home.folder().toPath()).toString())
                        .toList();
    }
}
