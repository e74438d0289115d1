package org.boltmesh.shards.channel;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What a thread has allocated on the heap. */
final class AllocatedBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocatedBytes() {}

    static long ofThisThread() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
