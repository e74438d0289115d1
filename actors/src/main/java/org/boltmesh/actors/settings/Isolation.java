package org.boltmesh.actors.settings;

/** Where the media driver and the engines of a node run. */
public enum Isolation {
    /** Each in a process of its own, so that native code can die alone. */
    PROCESS("process"),
    /** All in the node's JVM, for tests and small demos. */
    IN_PROCESS("in-process");

    private final String word;

    Isolation(String word) {
        this.word = word;
    }

    /** As the configuration spells it. */
    public String word() {
        return word;
    }
}
