package org.boltmesh.driver.link;

import java.util.List;
import org.boltmesh.driver.verbs.RemoteQueuePair;

/** What happened to a link beside datagrams and time. Those of an old epoch change nothing. */
public sealed interface LinkEvent {
    /** All queue pairs of this epoch exist; this is how the peer reaches them, lane by lane. */
    record QueuePairsCreated(long epoch, List<RemoteQueuePair> queuePairs) implements LinkEvent {}

    /**
     * Not all queue pairs came to be.
     *
     * @param isBusy whether the device has no more of them (EBUSY)
     */
    record QueuePairsFailed(long epoch, boolean isBusy, String detail) implements LinkEvent {}

    /** The receives of all lanes are posted. */
    record ReceivesPosted(long epoch) implements LinkEvent {}

    /** Nothing of this epoch is left. */
    record QueuePairsDestroyed(long epoch) implements LinkEvent {}

    /** A send did not complete in time. */
    record SendOverdue(long epoch, String detail) implements LinkEvent {}

    /** A verb or a completion gave an error. */
    record VerbFailed(long epoch, String detail) implements LinkEvent {}

    /** The device hangs in a verb. Final. */
    record DeviceQuarantined(String detail) implements LinkEvent {}

    /** The port went down. */
    record PortDown() implements LinkEvent {}

    /** The port is active; a link begins with that. */
    record PortUp() implements LinkEvent {}

    /** This process ends. Final. */
    record ShutDown() implements LinkEvent {}
}
