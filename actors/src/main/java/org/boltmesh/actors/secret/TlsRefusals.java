package org.boltmesh.actors.secret;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs connections that TLS refused. A refused node tries again every few seconds, so
 * each place is logged once a minute. Any thread may use it.
 */
public final class TlsRefusals {
    private static final Logger LOG = LoggerFactory.getLogger(TlsRefusals.class);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);
    private static final String INCOMING = "incoming";

    private final LongSupplier clockNs;
    private final LongAdder count = new LongAdder();
    private final LongAdder logged = new LongAdder();
    private final Map<String, Long> loggedNs = new ConcurrentHashMap<>();

    /** Begins at zero. */
    public TlsRefusals() {
        this(System::nanoTime);
    }

    TlsRefusals(LongSupplier clockNs) {
        this.clockNs = clockNs;
    }

    /** How many connections were refused, in either direction. */
    public long count() {
        return count.sum();
    }

    /** How many of them the log tells of. */
    long logged() {
        return logged.sum();
    }

    void refusedIncoming(SSLException fault) {
        count.increment();
        if (isDue(INCOMING)) {
            LOG.warn(
                    "refused an incoming connection: the other side has another cluster-secret,"
                            + " none, or is no node ({})",
                    reason(fault));
        }
    }

    void refusedOutgoing(String host, int port, SSLException fault) {
        count.increment();
        if (isDue(host + ":" + port)) {
            LOG.warn(
                    "cannot join {}:{}: that node has another cluster-secret, or none ({});"
                            + " all nodes of a cluster need the same",
                    host,
                    port,
                    reason(fault));
        }
    }

    private boolean isDue(String place) {
        long nowNs = clockNs.getAsLong();
        boolean[] due = {false};
        loggedNs.compute(
                place,
                (_, lastNs) -> {
                    due[0] = lastNs == null || nowNs - lastNs >= LOG_INTERVAL.toNanos();
                    return due[0] || lastNs == null ? (Long) nowNs : lastNs;
                });
        if (due[0]) {
            logged.increment();
        }
        return due[0];
    }

    private static String reason(SSLException fault) {
        Throwable cause = fault;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }
}
