package org.boltmesh.shards.synth;

/** No file can be written so; the message is a sentence for people. */
public final class SynthException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SynthException(String message) {
        super(message);
    }

    SynthException(String message, Throwable cause) {
        super(message, cause);
    }
}
