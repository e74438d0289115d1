package org.boltmesh.driver.verbs;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A process with an {@link EndpointMain}. */
final class EndpointProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final RemoteQueuePair address;

    private EndpointProcess(Process process) throws IOException {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.address = EndpointMain.parse(readLine());
    }

    static EndpointProcess start(Path folder, String host, String device, int slotBytes)
            throws IOException {
        List<String> line =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndpointMain.class.getName(),
                        folder.toString(),
                        host,
                        device,
                        Integer.toString(slotBytes));
        return new EndpointProcess(
                new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    RemoteQueuePair address() {
        return address;
    }

    /** Says something and waits for the answer. */
    void ask(String line) throws IOException {
        say(line);
        String answer = readLine();
        if (!answer.equals(line.split(" ", 2)[0] + " done")) {
            throw new AssertionError("'%s' was answered by '%s'".formatted(line, answer));
        }
    }

    /** Says something without waiting. */
    void say(String line) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).write(line + "\n");
        process.outputWriter(StandardCharsets.UTF_8).flush();
    }

    private String readLine() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the process ended");
        }
        return line;
    }

    /** {@code kill -9}. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
