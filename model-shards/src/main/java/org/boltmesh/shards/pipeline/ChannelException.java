package org.boltmesh.shards.pipeline;

/** A channel that cannot be opened; the message names its address and what was wanted. */
public final class ChannelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong with which address. */
    public ChannelException(String message) {
        super(message);
    }
}
