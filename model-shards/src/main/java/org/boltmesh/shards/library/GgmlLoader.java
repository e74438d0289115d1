package org.boltmesh.shards.library;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.boltmesh.shards.ggml.GgmlUnavailableException;

/** Opens the first ggml that opens. */
public final class GgmlLoader {
    private GgmlLoader() {}

    /**
     * What {@code open} makes of the first candidate that it takes. {@code open} throws {@link
     * GgmlUnavailableException} to have the next one tried, and must have unloaded its libraries
     * then: names of libraries are looked up among the loaded ones first. Throws {@link
     * GgmlUnavailableException} with every candidate and its reason when all fail.
     */
    public static <T> T open(GgmlLocator locator, Function<GgmlCandidate, T> open) {
        List<GgmlUnavailableException> faults = new ArrayList<>();
        StringBuilder sentence = new StringBuilder("no usable ggml library:");
        for (GgmlPlace place : locator.places()) {
            try {
                return open.apply(locator.look(place));
            } catch (GgmlUnavailableException e) {
                sentence.append("\n  ").append(place).append(": ").append(e.getMessage());
                faults.add(e);
            }
        }
        GgmlUnavailableException all = new GgmlUnavailableException(sentence.toString());
        faults.forEach(all::addSuppressed);
        throw all;
    }
}
