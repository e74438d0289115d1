package org.boltmesh.driver.simulated;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.boltmesh.driver.verbs.VerbsException;

/**
 * What all objects of one provider share.
 *
 * @param clock nanoseconds, the same for all processes of the machine
 * @param files numbers the files of memory
 */
record Station(
        Path folder,
        Owner owner,
        Rules rules,
        CallFaults faults,
        LongSupplier clock,
        AtomicLong files) {
    private static final String MEMORY_PREFIX = "memory+";

    /** Begins a call: it may hang, be refused, or be the process's last. */
    void begin(Verb verb, String device) {
        VerbsException.check(
                verb.call(), faults.enter(verb), device, "refused by the faults of this process");
        faults.point(verb);
    }

    boolean isAlive(long owner) {
        return Owner.isAlive(folder, owner);
    }

    static Path memoryFile(Path folder, long owner, long number) {
        return folder.resolve(MEMORY_PREFIX + Long.toHexString(owner) + "+" + number);
    }

    /** Whose memory a file holds; empty text if it is no such file. */
    static String ownerOfMemory(String fileName) {
        int end = fileName.lastIndexOf('+');
        return fileName.startsWith(MEMORY_PREFIX) && end >= MEMORY_PREFIX.length()
                ? fileName.substring(MEMORY_PREFIX.length(), end)
                : "";
    }
}
