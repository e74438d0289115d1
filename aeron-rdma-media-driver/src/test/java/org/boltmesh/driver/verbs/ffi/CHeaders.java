package org.boltmesh.driver.verbs.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Asks the system's C compiler for the values of expressions. {@code
 * -Dboltmesh.verbs-include=FOLDER} names a folder of headers that are not installed.
 */
final class CHeaders {
    private static final String INCLUDES =
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <infiniband/verbs.h>
            #include <stddef.h>
            #include <stdio.h>
            #include <string.h>
            #include <sys/mman.h>
            #include <sys/resource.h>
            """;

    private final Path folder;

    CHeaders(Path folder) {
        this.folder = folder;
    }

    /** Skips aloud where there is no compiler or no header. */
    void assumePresent() throws IOException, InterruptedException {
        List<String> words;
        try {
            words = compile(INCLUDES + "int main(void) { return 0; }\n");
        } catch (IOException e) {
            words = List.of("no C compiler (apt-get install gcc libc6-dev): " + e.getMessage());
        }
        if (!words.isEmpty()) {
            String reason = "cannot compare with C: " + String.join(" ", words);
            boolean missing = reason.contains("no C compiler") || reason.contains("No such file");
            assertThat(missing).as(reason).isTrue();
            System.err.println("SKIPPED: " + reason + "; apt-get install libibverbs-dev");
            abort(reason);
        }
    }

    /** The values of integer expressions. */
    Map<String, Long> values(Iterable<String> expressions)
            throws IOException, InterruptedException {
        Map<String, Long> values = new TreeMap<>();
        List<String> order = new ArrayList<>();
        StringBuilder program = new StringBuilder(INCLUDES + "int main(void) {\n");
        for (String expression : expressions) {
            order.add(expression);
            program.append("printf(\"%lld\\n\", (long long) (").append(expression).append("));\n");
        }
        List<String> lines = run(program.append("return 0; }\n").toString());
        assertThat(lines).hasSameSizeAs(order);
        for (int index = 0; index < order.size(); index++) {
            values.put(order.get(index), Long.parseLong(lines.get(index)));
        }
        return values;
    }

    /** What the body of a {@code main} prints. */
    List<String> print(String body) throws IOException, InterruptedException {
        return run(INCLUDES + "int main(void) {\n" + body + "\nreturn 0; }\n");
    }

    private List<String> run(String program) throws IOException, InterruptedException {
        assertThat(compile(program)).isEmpty();
        return output(List.of(folder.resolve("program").toString()));
    }

    /** The compiler's complaints; none if it compiled. */
    private List<String> compile(String program) throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("program.c"), program);
        List<String> command = new ArrayList<>(List.of("cc", "-Wall", "-Werror", "-o"));
        command.add(folder.resolve("program").toString());
        String include = System.getProperty("boltmesh.verbs-include", "");
        if (!include.isEmpty()) {
            command.add("-I" + include);
        }
        command.add(source.toString());
        return output(command);
    }

    private List<String> output(List<String> command) throws IOException, InterruptedException {
        Path lines = folder.resolve("output");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(lines.toFile())
                        .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return Files.readAllLines(lines);
    }
}
