package org.boltmesh.bootstrap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.boltmesh.shards.library.GgmlCandidate;

/** Tries a library in a child process: a native crash must not take this one along. */
final class LibrarySelfTest implements Consumer<GgmlCandidate> {
    /** Throws {@link GgmlUnavailableException} with what the child said. */
    @Override
    public void accept(GgmlCandidate candidate) {
        List<String> command = new ArrayList<>(OwnProgram.engineCommand());
        command.addAll(List.of("self-test", "--ggml", candidate.folder().toString()));
        try {
            Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
            child.getOutputStream().close();
            String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exitCode = child.waitFor();
            if (exitCode != 0) {
                throw new GgmlUnavailableException(
                        "%s failed its self-test with exit code %d: %s"
                                .formatted(candidate, exitCode, said.strip()));
            }
        } catch (IOException e) {
            throw new GgmlUnavailableException(
                    "the self-test of %s did not start: %s".formatted(candidate, e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new GgmlUnavailableException(
                    "the self-test of %s was interrupted".formatted(candidate));
        }
    }
}
