package org.boltmesh.shards.model;

import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.library.BundledGgml;
import org.boltmesh.shards.library.NpmGgml;

/** The ggml that this test JVM runs on: the build runs tests tagged {@code ggml} on each. */
public final class TestLibrary {
    private TestLibrary() {}

    /** Opens it; skips aloud where npm's cannot be had. */
    public static GgmlLibrary open() {
        boolean npm = System.getProperty("boltmesh.test.ggml", "bundled").equals("npm");
        return GgmlLibrary.open((npm ? NpmGgml.candidate() : BundledGgml.candidate()).libraries());
    }
}
