package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.ffi.CallState;
import org.boltmesh.driver.verbs.ffi.Constants;
import org.boltmesh.driver.verbs.ffi.Libc;
import org.boltmesh.driver.verbs.ffi.LibcStructs;

/**
 * How much memory this process may lock in RAM (RLIMIT_MEMLOCK), which registered memory is.
 *
 * @param limitBytes {@link #UNLIMITED} if there is no limit
 * @param mayExceed whether the process has the right to go beyond it
 */
public record LockedMemoryLimit(long limitBytes, boolean mayExceed) {
    public static final long UNLIMITED = Long.MAX_VALUE;

    private static final int CAP_IPC_LOCK = 14;

    /**
     * This process's limit.
     *
     * @throws VerbsException if the system does not tell the limit
     * @throws UncheckedIOException if it does not tell this process's rights
     */
    public static LockedMemoryLimit ofThisProcess() {
        CallState state = new CallState();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limit = arena.allocate(LibcStructs.Rlimit.LAYOUT);
            int result = Libc.getrlimit(state, Constants.RLIMIT_MEMLOCK, limit.address());
            VerbsException.check(
                    "getrlimit",
                    result == 0 ? 0 : Math.max(1, state.errno()),
                    "this process",
                    "wanted the limit of locked memory");
            return new LockedMemoryLimit(
                    bytes(limit.get(JAVA_LONG, LibcStructs.Rlimit.RLIM_CUR)),
                    mayExceed(statusLines()));
        }
    }

    private static long bytes(long current) {
        return current == Constants.RLIM_INFINITY || current < 0 ? UNLIMITED : current;
    }

    /** No lines where there is no such file: macOS knows no such right. */
    private static List<String> statusLines() {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return List.of();
        }
        try {
            return Files.readAllLines(status);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + status, e);
        }
    }

    /** Whether CAP_IPC_LOCK is among the effective capabilities in {@code /proc/self/status}. */
    static boolean mayExceed(List<String> statusLines) {
        return statusLines.stream()
                .filter(line -> line.startsWith("CapEff:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) >>> CAP_IPC_LOCK & 1) == 1);
    }

    /** Why so much cannot be registered, with the cure, in a sentence; empty if it can. */
    public Optional<String> objectionTo(long wantedBytes) {
        if (mayExceed || wantedBytes <= limitBytes) {
            return Optional.empty();
        }
        return Optional.of(
                ("%d bytes of memory are to be registered for RDMA, but this process may lock only"
                                + " %d (RLIMIT_MEMLOCK): raise it with 'ulimit -l %d' or"
                                + " 'ulimit -l unlimited' in the shell that starts the node, in"
                                + " /etc/security/limits.conf (memlock) or in its systemd unit"
                                + " (LimitMEMLOCK), or let less be registered")
                        .formatted(wantedBytes, limitBytes, Math.ceilDiv(wantedBytes, 1024)));
    }
}
