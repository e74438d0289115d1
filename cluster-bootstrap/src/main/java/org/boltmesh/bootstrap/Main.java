package org.boltmesh.bootstrap;

/** Main class under JDK 25; the launcher calls it. */
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.out.println("boltmesh " + args.length);
    }
}
