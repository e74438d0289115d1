package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reads every file of the project. */
class TidyTest {
    private static final Path ROOT =
            Path.of(System.getProperty("boltmesh.root", "..")).toAbsolutePath().normalize();

    /** What git ignores. */
    private static final Set<String> IGNORED =
            Set.of("target", ".git", ".idea", ".vscode", "node_modules");

    private static final List<Path> FILES = new ArrayList<>();

    @BeforeAll
    static void findFiles() throws IOException {
        FILES.clear();
        Files.walkFileTree(ROOT, new Finder());
        assertThat(FILES).contains(ROOT.resolve("pom.xml"));
    }

    @Test
    void shouldFindNothingUntidy() throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path file : FILES) {
            problems.addAll(TidyRules.problemsOfFile(relative(file), Files.size(file)));
            if (TidyRules.isCode(relative(file))) {
                problems.addAll(TidyRules.problemsOfText(relative(file), Files.readString(file)));
            }
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldFindPackageInfoInEveryPackage() throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path folder : packages()) {
            Path info = folder.resolve("package-info.java");
            String text = Files.exists(info) ? Files.readString(info) : "";
            if (!text.startsWith("/**")) {
                problems.add(relative(folder) + ": no package-info.java that begins with Javadoc");
            } else if (!text.contains("@NullMarked") && !relative(info).contains("/launcher/")) {
                problems.add(relative(info) + ": not @NullMarked");
            }
        }
        assertThat(problems).isEmpty();
    }

    private static List<Path> packages() {
        return FILES.stream()
                .filter(file -> relative(file).matches("[^/]+/src/[^/]+/java/.*\\.java"))
                .map(Path::getParent)
                .distinct()
                .toList();
    }

    private static String relative(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    private static final class Finder extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            Path name = folder.getFileName();
            return name != null && IGNORED.contains(name.toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            // In a worktree .git is a file; links lead to what is looked at elsewhere.
            if (attributes.isRegularFile() && !file.endsWith(".git")) {
                FILES.add(file);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
