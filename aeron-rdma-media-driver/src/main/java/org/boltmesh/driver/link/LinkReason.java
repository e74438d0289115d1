package org.boltmesh.driver.link;

import java.util.List;

/**
 * Why a link is where it is, for people to read.
 *
 * @param detail what was found and wanted; never anything secret
 */
public record LinkReason(Cause cause, String detail) {
    /** Kinds of reasons. Their order is on the wire: only add at the end. */
    public enum Cause {
        /** Nothing was tried yet. */
        STARTING,
        /** Both sides said that their receives are posted. */
        READY,
        /** The peer speaks another version of the handshake. */
        OTHER_VERSION,
        /** The peer's lanes have other slots or depths. */
        OTHER_SHAPES,
        /** No queue pairs to be had until old ones are gone. */
        BUSY,
        /** The port has no cable or is disabled. */
        PORT_DOWN,
        /** The device hung and is used no more by this process. */
        QUARANTINED,
        /** The handshake did not end in time. */
        TIMED_OUT,
        /** A send did not complete in time. */
        SEND_OVERDUE,
        /** A verb gave an error. */
        VERB_FAILED,
        /** Nothing was heard over the lanes. */
        SILENT,
        /** Too many slots were damaged. */
        CHECKSUMS,
        /** The peer began a newer handshake. */
        REPLACED,
        /** This process ends. */
        SHUT_DOWN
    }

    private static final List<Cause> CAUSES = List.of(Cause.values());

    /** Whether trying again soon cannot help, because somebody must change a setting first. */
    public boolean isMismatch() {
        return cause == Cause.OTHER_VERSION || cause == Cause.OTHER_SHAPES;
    }

    static boolean isCause(int code) {
        return code >= 0 && code < CAUSES.size();
    }

    static Cause cause(int code) {
        return CAUSES.get(code);
    }

    static int code(Cause cause) {
        return CAUSES.indexOf(cause);
    }

    @Override
    public String toString() {
        return cause + ": " + detail;
    }
}
