package org.boltmesh.shards.library;

import java.nio.file.Path;

/** The real library from Maven Central, extracted below {@code target}. */
public final class BundledGgml {
    private BundledGgml() {}

    /** The folder with the library for this machine. */
    public static Path folder() {
        return candidate().folder();
    }

    /** The library for this machine. */
    public static GgmlCandidate candidate() {
        GgmlLocator locator = new GgmlLocator(TestGgml.environment());
        return locator.look(locator.places().getLast());
    }
}
