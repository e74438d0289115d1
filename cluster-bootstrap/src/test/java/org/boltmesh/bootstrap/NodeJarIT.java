package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.boltmesh.launcher.OldJava;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The packed node.jar, as a user starts it. */
@Timeout(120)
class NodeJarIT {
    private static final Path JAR =
            Path.of(System.getProperty("boltmesh.root", "..")).resolve("target/node.jar");

    /** Class file version of Java 8. */
    private static final int MAJOR_OF_JAVA_8 = 52;

    @Test
    void shouldHaveEntryPointThatJava8CanRead() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<JarEntry> classes =
                    jar.stream()
                            .filter(entry -> entry.getName().startsWith("org/boltmesh/launcher/"))
                            .filter(entry -> entry.getName().endsWith(".class"))
                            .toList();
            assertThat(classes).isNotEmpty();
            for (JarEntry entry : classes) {
                try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
                    in.skipNBytes(Integer.BYTES + Short.BYTES);
                    assertThat(in.readUnsignedShort()).isEqualTo(MAJOR_OF_JAVA_8);
                }
            }
        }
    }

    @Test
    void shouldRunUnderJava25() throws Exception {
        assertTellsVersion(Path.of(System.getProperty("java.home"), "bin", "java"));
    }

    @Test
    void shouldRunUnderOlderJava() throws Exception {
        assertTellsVersion(OldJava.require());
    }

    private static void assertTellsVersion(Path java) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(java.toString(), "-jar", JAR.toString(), "version");
        builder.environment().put("JDK_HOME", System.getProperty("java.home"));
        File out = Files.createTempFile("node-jar", ".out").toFile();
        Process process = builder.redirectErrorStream(true).redirectOutput(out).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(out.toPath(), StandardCharsets.UTF_8);
        Files.delete(out.toPath());
        assertThat(text).containsIgnoringCase("boltmesh");
        assertThat(process.exitValue()).as(text).isZero();
    }
}
