package org.boltmesh.driver.simulated;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.QueuePairState;
import org.jspecify.annotations.Nullable;

/**
 * Thunderbolt's rules once more, as a slow and plain model: what each call answers, and what
 * completes once nothing moves any more. Shares nothing with the provider.
 */
final class RulesModel {
    static final int QUEUE_PAIRS_MAX = 10;
    static final int REGIONS_MAX = 100;
    static final int DEPTH_MAX = 4095;

    /** A cable: in or out, and how often that changed. */
    static final class CableModel {
        boolean in = true;
        int epoch;

        void turn() {
            in = !in;
            epoch++;
        }
    }

    /** A device, which all processes of its host share. */
    static final class DeviceModel {
        final String name;
        final CableModel cable;
        int queuePairs;
        int regions;
        @Nullable DeviceModel far;
        final Map<Integer, PairModel> pairs = new HashMap<>();

        DeviceModel(String name, CableModel cable) {
            this.name = name;
            this.cable = cable;
        }
    }

    /** Something posted. */
    record Posted(long id, int lengthBytes) {}

    /** Something completed; the length counts for receives only. */
    record Completed(long id, CompletionStatus status, int lengthBytes) {}

    /** A queue pair. */
    static final class PairModel {
        final DeviceModel device;
        final int sendDepth;
        final int receiveDepth;
        final Deque<Posted> sends = new ArrayDeque<>();
        final Deque<Posted> receives = new ArrayDeque<>();
        final List<Completed> sent = new ArrayList<>();
        final List<Completed> received = new ArrayList<>();
        QueuePairState state = QueuePairState.RESET;
        int number;
        int remoteNumber;
        int epoch;
        int sendFrames;
        int receiveFrames;

        PairModel(DeviceModel device, int sendDepth, int receiveDepth) {
            this.device = device;
            this.sendDepth = sendDepth;
            this.receiveDepth = receiveDepth;
        }

        /** What posting a SEND answers. */
        int postSend(long id, int lengthBytes) {
            if (state != QueuePairState.RTS && state != QueuePairState.ERR) {
                return Errno.EINVAL;
            }
            int frames = Manners.frames(lengthBytes);
            if (sendFrames + frames > sendDepth) {
                return Errno.ENOMEM;
            }
            sendFrames += frames;
            sends.add(new Posted(id, lengthBytes));
            return 0;
        }

        int postReceive(long id, int lengthBytes) {
            if (state != QueuePairState.RTS && state != QueuePairState.ERR) {
                return Errno.EINVAL;
            }
            int frames = Manners.frames(lengthBytes);
            if (receiveFrames + frames > receiveDepth) {
                return Errno.ENOMEM;
            }
            receiveFrames += frames;
            receives.add(new Posted(id, lengthBytes));
            return 0;
        }

        int modify(QueuePairState from, QueuePairState to) {
            if (state != from || (to == QueuePairState.RTR && !device.cable.in)) {
                return Errno.EINVAL;
            }
            state = to;
            return 0;
        }

        @Nullable PairModel peer() {
            DeviceModel far = device.far;
            PairModel peer = far == null ? null : far.pairs.get(remoteNumber);
            return peer != null
                            && peer.remoteNumber == number
                            && peer.epoch == epoch
                            && device.cable.in
                            && device.cable.epoch == epoch
                    ? peer
                    : null;
        }

        private boolean moveOne() {
            if (state == QueuePairState.ERR) {
                return flush();
            }
            PairModel peer = peer();
            if (state != QueuePairState.RTS
                    || sends.isEmpty()
                    || peer == null
                    || peer.state != QueuePairState.RTS
                    || peer.receives.isEmpty()) {
                return false;
            }
            Posted send = sends.remove();
            Posted receive = peer.receives.remove();
            complete(sent, send, CompletionStatus.SUCCESS, 0);
            if (Manners.frames(send.lengthBytes) == Manners.frames(receive.lengthBytes)
                    && send.lengthBytes <= receive.lengthBytes) {
                complete(peer.received, receive, CompletionStatus.SUCCESS, send.lengthBytes);
            } else {
                complete(peer.received, receive, CompletionStatus.LOC_LEN_ERR, 0);
                peer.state = QueuePairState.ERR;
            }
            sendFrames -= Manners.frames(send.lengthBytes);
            peer.receiveFrames -= Manners.frames(receive.lengthBytes);
            return true;
        }

        private boolean flush() {
            boolean any = !sends.isEmpty() || !receives.isEmpty();
            sends.forEach(each -> complete(sent, each, CompletionStatus.WR_FLUSH_ERR, 0));
            receives.forEach(each -> complete(received, each, CompletionStatus.WR_FLUSH_ERR, 0));
            sends.clear();
            receives.clear();
            sendFrames = 0;
            receiveFrames = 0;
            return any;
        }

        private static void complete(
                List<Completed> to, Posted what, CompletionStatus status, int lengthBytes) {
            to.add(new Completed(what.id, status, lengthBytes));
        }
    }

    /** Lets everything complete that can. */
    static void settle(Iterable<PairModel> pairs) {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (PairModel pair : pairs) {
                moved |= pair.moveOne();
            }
        }
    }

    private RulesModel() {}
}
