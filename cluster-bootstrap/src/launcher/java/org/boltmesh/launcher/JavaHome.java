package org.boltmesh.launcher;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A folder that says, by its file {@code release}, that it holds a Java runtime. */
final class JavaHome {
    private static final int RELEASE_BYTES_MAX = 64 * 1024;
    private static final int ANSWER_SECONDS_MAX = 10;
    private static final Pattern RELEASE_LINE = Pattern.compile("JAVA_VERSION=\"?([^\"]*)\"?");
    private static final Pattern ANSWER = Pattern.compile("version \"([^\"]*)\"");

    private final File folder;
    private final int feature;

    JavaHome(File folder, int feature) {
        this.folder = folder;
        this.feature = feature;
    }

    /** What the folder claims to be; empty where it claims nothing readable. */
    static Optional<JavaHome> at(File folder) {
        int feature = featureIn(linesOf(new File(folder, "release")));
        return feature == 0 ? Optional.empty() : Optional.of(new JavaHome(folder, feature));
    }

    /** The feature version that the lines of a {@code release} file state, 0 for none. */
    static int featureIn(List<String> releaseLines) {
        for (String line : releaseLines) {
            Matcher matcher = RELEASE_LINE.matcher(line.trim());
            if (matcher.matches()) {
                return JavaVersion.feature(matcher.group(1));
            }
        }
        return 0;
    }

    private static List<String> linesOf(File release) {
        if (!release.isFile() || release.length() > RELEASE_BYTES_MAX) {
            return Collections.emptyList();
        }
        try {
            // Latin-1 reads any bytes; version numbers are ASCII.
            return Files.readAllLines(release.toPath(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // An unreadable folder is no candidate; another one may do.
            return Collections.emptyList();
        }
    }

    File folder() {
        return folder;
    }

    int feature() {
        return feature;
    }

    File java() {
        return new File(folder, "bin/java");
    }

    /**
     * Why it cannot run node.jar, found out by asking it for its version: an install may be broken
     * or its {@code release} file wrong. Takes some 50 ms.
     */
    Optional<String> fault() {
        if (!java().canExecute()) {
            return Optional.of("no executable bin/java");
        }
        try {
            return faultIn(answer());
        } catch (IOException e) {
            return Optional.of("java -version failed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("java -version was interrupted");
        }
    }

    private List<String> answer() throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(java().getPath(), "-version").redirectErrorStream(true).start();
        process.getOutputStream().close();
        // The answer is a few lines and fits the pipe.
        if (!process.waitFor(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("no answer within " + ANSWER_SECONDS_MAX + " s");
        }
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                process.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        }
        if (process.exitValue() != 0) {
            throw new IOException("exit code " + process.exitValue() + " " + lines);
        }
        return lines;
    }

    private Optional<String> faultIn(List<String> answer) {
        for (String line : answer) {
            Matcher matcher = ANSWER.matcher(line);
            if (matcher.find()) {
                return JavaVersion.isUsable(JavaVersion.feature(matcher.group(1)))
                        ? Optional.empty()
                        : Optional.of(
                                "is Java " + matcher.group(1) + ", though it says " + feature);
            }
        }
        return Optional.of("java -version told no version");
    }
}
