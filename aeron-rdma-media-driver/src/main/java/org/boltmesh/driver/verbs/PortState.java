package org.boltmesh.driver.verbs;

/**
 * {@code enum ibv_port_state}, in the order of its numbers. Only an active port carries messages.
 */
public enum PortState {
    NOP,
    DOWN,
    INIT,
    ARMED,
    ACTIVE,
    ACTIVE_DEFER;

    private static final PortState[] VALUES = values();

    /** The state of a C number; {@link #NOP} for an unknown one. */
    public static PortState of(int code) {
        return code >= 0 && code < VALUES.length ? VALUES[code] : NOP;
    }
}
