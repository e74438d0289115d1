package org.boltmesh.driver.mesh;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.boltmesh.driver.lane.LaneSizes;
import org.boltmesh.driver.link.LinkOptions;

/**
 * How links are built and watched.
 *
 * @param bind address of the interface where handshakes are taken
 * @param sendDeadlineNs after which a SEND that did not complete ends its link
 * @param settleNs longer than any message is on a cable
 * @param callDeadlineNs after which a device whose verb has not returned is given up
 * @param memoryMaxBytes most memory that may be registered
 */
public record MeshSettings(
        InetAddress bind,
        LaneSizes sizes,
        LinkOptions link,
        long sendDeadlineNs,
        long settleNs,
        long callDeadlineNs,
        long memoryMaxBytes) {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MEMORY_MAX_BYTES = 1L << 30;

    /**
     * The usual ones.
     *
     * @param suspectAfterMs silence of a link after which its traffic goes by UDP
     */
    public static MeshSettings of(InetAddress bind, int suspectAfterMs) {
        return new MeshSettings(
                bind,
                LaneSizes.USUAL,
                link(suspectAfterMs * MS),
                Math.max(100 * MS, 2L * suspectAfterMs * MS),
                20 * MS,
                Math.max(5000 * MS, 10L * suspectAfterMs * MS),
                MEMORY_MAX_BYTES);
    }

    private static LinkOptions link(long suspectNs) {
        LinkOptions usual = LinkOptions.DEFAULT;
        LinkOptions.Handshaking handshaking = usual.handshaking();
        long downNs = Math.max(usual.keepAlive().downAfterNs(), 2 * suspectNs);
        long timeoutNs = Math.max(handshaking.timeoutNs(), 2 * downNs);
        return new LinkOptions(
                new LinkOptions.KeepAlive(
                        suspectNs / 5,
                        suspectNs,
                        downNs,
                        usual.keepAlive().heardToRecover(),
                        usual.keepAlive().doubtsMax()),
                usual.checksums(),
                new LinkOptions.Handshaking(
                        handshaking.resendMinNs(),
                        handshaking.resendMaxNs(),
                        timeoutNs,
                        Math.max(handshaking.challengeLifeNs(), timeoutNs),
                        handshaking.queuePairsMax()),
                usual.backOff());
    }
}
