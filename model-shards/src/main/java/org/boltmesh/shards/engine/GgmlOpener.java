package org.boltmesh.shards.engine;

import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.library.GgmlCandidate;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.library.GgmlLoader;
import org.boltmesh.shards.library.GgmlLocator;

/** Opens the ggml that an environment leads to. */
public final class GgmlOpener {
    private GgmlOpener() {}

    /**
     * The first candidate that opens.
     *
     * @throws org.boltmesh.shards.ggml.GgmlUnavailableException with each candidate and its reason
     *     when none does
     */
    public static GgmlLibrary open(GgmlEnvironment environment) {
        return GgmlLoader.open(new GgmlLocator(environment), GgmlOpener::open);
    }

    /** Opens one candidate. */
    public static GgmlLibrary open(GgmlCandidate candidate) {
        return GgmlLibrary.open(candidate.libraries(), candidate.backendFolder());
    }
}
