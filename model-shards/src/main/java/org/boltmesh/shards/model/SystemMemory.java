package org.boltmesh.shards.model;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Memory that a shard may take on this machine. */
public final class SystemMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable: +(\\d+) kB");
    private static final long KIB = 1024;

    /** macOS lets its GPU wire about three quarters of the memory. */
    private static final double WIREABLE = 0.75;

    private SystemMemory() {}

    /** Bytes: what Linux could free without swapping, elsewhere three quarters of what there is. */
    public static long availableBytes() {
        try {
            if (Files.exists(MEMINFO)) {
                OptionalLong found = available(Files.readAllLines(MEMINFO));
                if (found.isPresent()) {
                    return found.getAsLong();
                }
            }
        } catch (IOException e) {
            throw new ModelException("%s: cannot be read: %s".formatted(MEMINFO, e.getMessage()));
        }
        return (long)
                (WIREABLE
                        * ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                                .getTotalMemorySize());
    }

    static OptionalLong available(List<String> meminfo) {
        return meminfo.stream()
                .map(AVAILABLE::matcher)
                .filter(Matcher::matches)
                .mapToLong(matcher -> Long.parseLong(matcher.group(1)) * KIB)
                .findFirst();
    }
}
