package org.boltmesh.shards.engine;

import java.io.IOException;

/** Bytes from the other side that are no frame, or a frame that is no request or event. */
public final class EngineProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Says what came and what was wanted. */
    public EngineProtocolException(String message) {
        super(message);
    }
}
