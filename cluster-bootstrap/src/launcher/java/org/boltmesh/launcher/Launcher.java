package org.boltmesh.launcher;

/** Entry point of node.jar, in Java 8 byte code. */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) throws Exception {
        Class.forName("org.boltmesh.bootstrap.Main")
                .getMethod("main", String[].class)
                .invoke(null, (Object) args);
    }
}
