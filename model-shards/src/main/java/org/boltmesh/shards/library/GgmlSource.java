package org.boltmesh.shards.library;

import java.util.Locale;

/** Where a ggml library came from, best first. */
public enum GgmlSource {
    /** The folder that the user named. */
    CONFIGURED,
    /** Our own folder, filled by {@code engine install}. */
    INSTALLED,
    /** Homebrew's ggml or llama.cpp. */
    HOMEBREW,
    /** The library inside node.jar, extracted to a folder of ours. */
    BUNDLED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
