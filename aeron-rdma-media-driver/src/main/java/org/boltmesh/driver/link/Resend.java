package org.boltmesh.driver.link;

import java.nio.ByteBuffer;

/** The datagram that is said again until an answer comes, and when the attempt is over. */
final class Resend {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final LinkOptions.Handshaking options;
    private ByteBuffer datagram = NOTHING;
    private long waitNs;
    private long dueNs;
    private long startedNs;

    Resend(LinkOptions.Handshaking options) {
        this.options = options;
    }

    void start(long nowNs) {
        startedNs = nowNs;
        datagram = NOTHING;
    }

    void say(ByteBuffer next, long nowNs) {
        datagram = next;
        waitNs = options.resendMinNs();
        dueNs = nowNs + waitNs;
    }

    void stop() {
        datagram = NOTHING;
    }

    boolean isTimedOut(long nowNs) {
        return nowNs - startedNs > options.timeoutNs();
    }

    boolean isDue(long nowNs) {
        return datagram.hasRemaining() && nowNs - dueNs >= 0;
    }

    ByteBuffer again(long nowNs) {
        waitNs = Math.min(2 * waitNs, options.resendMaxNs());
        dueNs = nowNs + waitNs;
        return datagram;
    }
}
