package org.boltmesh.actors.transport;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Buffers of our own over Aeron's term buffers, whose position and limit are not ours to change;
 * made once for each. For one thread.
 */
final class TermViews {
    private static final int COUNT = 8;
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final @Nullable ByteBuffer[] terms = new @Nullable ByteBuffer[COUNT];
    private final ByteBuffer[] views = new ByteBuffer[COUNT];
    private int next;

    TermViews() {
        Arrays.fill(views, NOTHING);
    }

    // Whether it is the same buffer matters, not what is in it.
    @SuppressWarnings("ReferenceEquality")
    ByteBuffer of(ByteBuffer term) {
        for (int index = 0; index < COUNT; index++) {
            if (terms[index] == term) {
                return views[index].clear();
            }
        }
        ByteBuffer view = term.duplicate().clear();
        terms[next] = term;
        views[next] = view;
        next = (next + 1) % COUNT;
        return view;
    }

    void clear() {
        Arrays.fill(terms, null);
        Arrays.fill(views, NOTHING);
    }
}
