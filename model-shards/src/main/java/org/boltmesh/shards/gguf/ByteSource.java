package org.boltmesh.shards.gguf;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where header bytes come from: a file's channel, or memory. */
@FunctionalInterface
interface ByteSource {
    /** Fills some of {@code destination} from {@code position} on; -1 at the end. */
    int read(ByteBuffer destination, long position) throws IOException;
}
