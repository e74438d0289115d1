package org.boltmesh.actors.session;

/** The cluster has not answered; the message is a sentence for people. */
public final class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClusterException(String message) {
        super(message);
    }
}
