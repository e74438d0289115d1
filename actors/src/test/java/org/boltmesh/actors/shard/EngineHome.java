package org.boltmesh.actors.shard;

import java.nio.file.Path;

/** Where engines in the JVM of the tests keep their libraries: it can load only one ggml. */
public final class EngineHome {
    private EngineHome() {}

    /** The same for all tests. */
    public static Path path() {
        return Path.of("target", "engine-home").toAbsolutePath();
    }
}
