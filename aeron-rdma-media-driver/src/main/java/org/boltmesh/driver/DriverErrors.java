package org.boltmesh.driver;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.ErrorHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each of the driver's errors once: a peer that is away would fill the disk otherwise. */
final class DriverErrors implements ErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(DriverErrors.class);
    private static final int KINDS_MAX = 200;

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private volatile String last = "";

    @Override
    public void onError(Throwable error) {
        last = error.toString();
        if (known.size() < KINDS_MAX && known.add(last)) {
            LOG.warn("the driver reports", error);
        }
    }

    /** The last error in words; empty before the first. */
    String last() {
        return last;
    }
}
