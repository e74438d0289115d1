package org.boltmesh.shards.model;

import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.library.BundledGgml;
import org.boltmesh.shards.library.GgmlCandidate;
import org.boltmesh.shards.library.NpmGgml;

/** The ggml that this test JVM runs on: the build runs tests tagged {@code ggml} on each. */
public final class TestLibrary {
    private TestLibrary() {}

    /** Opens it; skips aloud where npm's cannot be had. */
    public static GgmlLibrary open() {
        boolean npm = System.getProperty("boltmesh.test.ggml", "bundled").equals("npm");
        GgmlCandidate candidate = npm ? NpmGgml.candidate() : BundledGgml.candidate();
        return GgmlLibrary.open(candidate.libraries(), candidate.backendFolder());
    }
}
