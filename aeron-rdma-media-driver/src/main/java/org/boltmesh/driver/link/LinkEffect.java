package org.boltmesh.driver.link;

import java.nio.ByteBuffer;
import java.util.List;
import org.boltmesh.driver.verbs.RemoteQueuePair;

/** What a {@link Link} wants done, in the order given. */
public sealed interface LinkEffect {
    /**
     * Send it over IP: by the LAN's addresses before the cable's.
     *
     * @param datagram read-only, position to limit
     */
    record SendDatagram(ByteBuffer datagram) implements LinkEffect {}

    /** One queue pair for each; answered by {@code QueuePairsCreated} or {@code ...Failed}. */
    record CreateQueuePairs(long epoch, List<LaneShape> shapes) implements LinkEffect {}

    /** Connect each with the peer's of the same place; a failure is {@code VerbFailed}. */
    record ConnectQueuePairs(long epoch, List<RemoteQueuePair> peers) implements LinkEffect {}

    /** Fill the receive rings of all lanes; answered by {@code ReceivesPosted}. */
    record PostReceives(long epoch) implements LinkEffect {}

    /**
     * Destroy what was created for this epoch, also if it is created only now; answered by {@code
     * QueuePairsDestroyed}, once.
     */
    record DestroyQueuePairs(long epoch) implements LinkEffect {}

    /** From now on datagrams to this peer may go over the lanes of this epoch. */
    record MoveTrafficToLanes(long epoch) implements LinkEffect {}

    /** From now on nothing but keep-alives goes over the lanes of this epoch. */
    record MoveTrafficToUdp(long epoch) implements LinkEffect {}

    /** What Aeron would not soon say again may be lost with the lanes: say the last ones again. */
    record RepeatStatusMessages() implements LinkEffect {}

    /** Say something over each lane of this epoch, in the slots that need no credit. */
    record SendKeepAlive(long epoch) implements LinkEffect {}

    /** Only a new process gets the device back: restart this one when it is idle. */
    record AskForDriverRestart(LinkReason reason) implements LinkEffect {}

    /** Log it. */
    record Report(LinkState from, LinkState to, LinkReason reason) implements LinkEffect {}
}
