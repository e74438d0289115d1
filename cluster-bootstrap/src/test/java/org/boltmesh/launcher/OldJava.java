package org.boltmesh.launcher;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;

/** A Java on this machine that is too old for Boltmesh; tests without one are skipped aloud. */
public final class OldJava {
    private OldJava() {}

    /** The program {@code java}; aborts the calling test where there is none. */
    public static Path require() {
        return JavaFinder.ofThisMachine().found().stream()
                .filter(home -> home.feature() < JavaVersion.FEATURE_MIN)
                .map(home -> home.java().toPath())
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(OldJava::skip);
    }

    private static Path skip() {
        System.err.println("SKIPPED: no Java older than 25 in the usual folders");
        return abort("no Java older than 25 in the usual folders");
    }
}
