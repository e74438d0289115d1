package org.boltmesh.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the launcher in a real old Java, and so its child in the Java that runs the tests. */
@Timeout(120)
class LauncherTest {
    private static final Path NEW_JAVA = Path.of(System.getProperty("java.home"));
    private static final int WAIT_SECONDS_MAX = 30;

    @TempDir static Path folder;
    @TempDir Path empty;
    private static Path jar = Path.of("");
    private static Path oldJava = Path.of("");

    @BeforeAll
    static void buildJarAndFindOldJava() throws IOException, URISyntaxException {
        jar = LauncherJar.build(folder);
        oldJava = OldJava.require();
    }

    @Test
    void shouldPassOnExitCode() throws Exception {
        assertThat(run(old(), "exit", "0").exitCode()).isZero();
        assertThat(run(old(), "exit", "7").exitCode()).isEqualTo(7);
    }

    @Test
    void shouldPassOnArgumentsAndOptions() throws Exception {
        ProcessBuilder builder = old("-Xmx200m", "-Da=b c", "-XX:+UseSerialGC");
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Dfrom.environment=1");
        Result result = run(builder, "tell", "", "a b", "\"q\"");
        assertThat(result.out())
                .contains("java 25", "arg ", "arg a b", "arg \"q\"")
                .contains("option -Xmx200m", "option -Da=b c")
                .doesNotContain("option -XX:+UseSerialGC")
                .containsOnlyOnce("option -Dfrom.environment=1");
        assertThat(result.err())
                .anyMatch(line -> line.contains("not passed on to Java 25: -XX:+UseSerialGC"))
                .contains("to standard error");
    }

    /** Through a shell, because the JVM of the tests may run in a locale that knows ASCII only. */
    @Test
    void shouldPassOnArgumentBeyondAscii() throws Exception {
        ProcessBuilder builder = old();
        builder.command()
                .addAll(0, List.of("sh", "-c", "exec \"$@\" \"$(printf '\\303\\274')\"", "sh"));
        assertThat(run(builder, "tell").out()).contains("arg ü");
    }

    @Test
    void shouldPassOnStandardInput() throws Exception {
        Process process = start(old(), "copy");
        try (var out = process.getOutputStream()) {
            out.write("one\ntwo\n".getBytes(UTF_8));
        }
        assertThat(result(process).out()).containsExactly("one", "two");
    }

    @Test
    void shouldShowFailureOfMainAsItIs() throws Exception {
        Result result = run(old(), "fail");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .anyMatch(line -> line.contains("IllegalStateException: failed as asked"))
                .noneMatch(line -> line.contains("InvocationTargetException"));
    }

    @Test
    void shouldEndChildInOrderOnSignal() throws Exception {
        Process wrapper = start(old(), "wait", mark().toString());
        ProcessHandle child = child(wrapper);

        // The handle's signal leaves the streams open.
        wrapper.toHandle().destroy();

        assertThat(wrapper.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        assertThat(wrapper.exitValue()).isEqualTo(143);
        assertThat(child.isAlive()).isFalse();
        assertThat(mark()).exists();
    }

    @Test
    void shouldReportSignalThatEndedChild() throws Exception {
        Process wrapper = start(old(), "wait", mark().toString());
        assertThat(child(wrapper).destroyForcibly()).isTrue();
        assertThat(wrapper.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        assertThat(wrapper.exitValue()).isEqualTo(137);
    }

    @Test
    void shouldTakeChildAlongWhenKilled() throws Exception {
        Process wrapper = start(old(), "wait", mark().toString());
        ProcessHandle child = child(wrapper);

        wrapper.toHandle().destroyForcibly();

        awaitEnd(child);
        assertThat(mark()).exists();
    }

    @Test
    void shouldSayWhatToInstallWhereThereIsNoNewJava() throws Exception {
        Result result = run(old(withoutJava(empty)), "tell");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).hasSize(2);
        assertThat(result.err().getFirst()).startsWith("Boltmesh needs Java 25; this is Java ");
        assertThat(result.err().getLast()).contains("Install").contains("Temurin 25");
    }

    @Test
    void shouldPassOverBrokenInstalls() throws Exception {
        Path lying = install("jdk-25-lying");
        Files.createSymbolicLink(lying.resolve("bin/java"), oldJava);
        Files.writeString(install("jdk-25-not-executable").resolve("bin/java"), "");
        Result result = run(old(withoutJava(empty)), "tell");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .anyMatch(line -> line.matches("Not usable: .*lying: is Java .*, though .*"))
                .anyMatch(line -> line.endsWith("executable: no executable bin/java"));

        Files.createSymbolicLink(empty.resolve("jdk-99"), NEW_JAVA);
        assertThat(run(old(withoutJava(empty)), "tell").out()).contains("java 25");
    }

    @Test
    void shouldNotRelaunchForEver() throws Exception {
        ProcessBuilder child = old("-D" + Launcher.WRAPPER_PID_PROPERTY + "=1");
        assertThat(run(child, "tell").exitCode()).isEqualTo(1);
    }

    @Test
    void shouldRunInPlaceUnderNewJava() throws Exception {
        Path java = NEW_JAVA.resolve("bin/java");
        Result result = run(command(java, List.of()), "tell", "x");
        assertThat(result.out()).containsExactly("java 25", "arg tell", "arg x");
        assertThat(run(command(java, List.of()), "exit", "9").exitCode()).isEqualTo(9);
    }

    private record Result(int exitCode, List<String> out, List<String> err) {}

    private Path install(String name) throws IOException {
        Path home = empty.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        return home;
    }

    private static String withoutJava(Path searched) {
        return "-D" + JavaFinder.FOLDERS_PROPERTY + "=" + searched;
    }

    /** Options that search other folders also hide the environment's Java. */
    private static ProcessBuilder old(String... options) {
        ProcessBuilder builder = command(oldJava, List.of(options));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(List.of("JAVA_HOME", "JDK_HOME"));
        if (options.length == 0 || !options[0].startsWith("-D" + JavaFinder.FOLDERS_PROPERTY)) {
            environment.put("JDK_HOME", NEW_JAVA.toString());
        }
        return builder;
    }

    private static ProcessBuilder command(Path java, List<String> options) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(options);
        command.addAll(List.of("-jar", jar.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder;
    }

    private static Process start(ProcessBuilder builder, String... args) throws IOException {
        builder.command().addAll(List.of(args));
        return builder.start();
    }

    private static Result run(ProcessBuilder builder, String... args) throws Exception {
        return result(start(builder, args));
    }

    /** The outputs are a few lines each, and fit the pipes. */
    private static Result result(Process process) throws InterruptedException {
        assertThat(process.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        List<String> out = process.inputReader(UTF_8).lines().toList();
        return new Result(process.exitValue(), out, process.errorReader(UTF_8).lines().toList());
    }

    /** What the child leaves when it ends in order. */
    private Path mark() {
        return empty.resolve("in-order");
    }

    private static ProcessHandle child(Process wrapper) throws IOException {
        String pid = wrapper.inputReader(UTF_8).readLine();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private static void awaitEnd(ProcessHandle process)
            throws InterruptedException, ExecutionException, TimeoutException {
        process.onExit().get(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
    }
}
