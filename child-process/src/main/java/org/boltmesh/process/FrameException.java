package org.boltmesh.process;

import java.io.IOException;

/** Bytes from the other side that are no frame, or a frame that is no request or event. */
public final class FrameException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Says what came and what was wanted. */
    public FrameException(String message) {
        super(message);
    }
}
