package org.boltmesh.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A small node.jar: the real launcher before a main class that does what a test asks of it. */
final class LauncherJar {
    private LauncherJar() {}

    static Path build(Path folder) throws IOException, URISyntaxException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        compileMain(classes);
        copy("org/boltmesh/launcher", classes);
        copy("org/boltmesh/bootstrap/WrapperWatch.class", classes);
        // A name with a space, as a user's folder may have.
        Path jar = folder.resolve("a node.jar");
        write(classes, jar);
        return jar;
    }

    private static void compileMain(Path classes) throws URISyntaxException {
        Path source = resource(LauncherJar.class.getResource("Main.java"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var units = compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source);
        List<String> options = List.of("-d", classes.toString());
        assertThat(compiler.getTask(null, null, null, options, null, units).call()).isTrue();
    }

    private static Path resource(URL url) throws URISyntaxException {
        return Path.of(url.toURI());
    }

    private static void copy(String name, Path classes) throws IOException, URISyntaxException {
        URL location = Launcher.class.getProtectionDomain().getCodeSource().getLocation();
        Path root = resource(location);
        try (Stream<Path> files = Files.walk(root.resolve(name))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = classes.resolve(root.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    private static void write(Path classes, Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Launcher.class.getName());
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
            }
        }
    }
}
