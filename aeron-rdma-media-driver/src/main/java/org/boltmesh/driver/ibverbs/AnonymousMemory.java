package org.boltmesh.driver.ibverbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.ffi.Constants;
import org.boltmesh.driver.verbs.ffi.Libc;
import org.boltmesh.driver.verbs.ffi.Symbols;

/**
 * Zeroed memory in whole pages of its own, mapped from no file: newer kernels refuse to register
 * pages of file systems. Belongs to the device thread; its segments are usable by any thread until
 * they are freed, and throw afterwards.
 */
final class AnonymousMemory {
    /** Memory and what makes its segment unusable when it is freed. */
    private static final class Mapping {
        private final Arena arena = Arena.ofShared();
        private final MemorySegment segment;

        Mapping(long address, long lengthBytes) {
            segment = Symbols.memory(address, lengthBytes, arena);
        }

        void close() {
            arena.close();
        }
    }

    private final Calls calls;
    private final Map<Long, Mapping> mappings = new HashMap<>();

    AnonymousMemory(Calls calls) {
        this.calls = calls;
    }

    MemorySegment allocate(long lengthBytes) {
        int protection = Constants.PROT_READ | Constants.PROT_WRITE;
        int flags = Constants.MAP_PRIVATE | Constants.MAP_ANONYMOUS;
        long address = Libc.mmap(calls.state(), 0, lengthBytes, protection, flags, -1);
        if (address == Constants.MAP_FAILED) {
            calls.check("mmap", -1, "wanted %d bytes to register".formatted(lengthBytes));
        }
        Mapping mapping = new Mapping(address, lengthBytes);
        mappings.put(address, mapping);
        return mapping.segment;
    }

    void free(MemorySegment memory) {
        Mapping mapping = mappings.remove(memory.address());
        if (mapping == null) {
            throw new VerbsException(
                    "munmap",
                    Errno.EINVAL,
                    calls.device(),
                    "wanted to free memory that was not allocated here, or is free already");
        }
        mapping.close();
        calls.check(
                "munmap",
                Libc.munmap(calls.state(), memory.address(), memory.byteSize()),
                "wanted to free %d bytes".formatted(memory.byteSize()));
    }
}
