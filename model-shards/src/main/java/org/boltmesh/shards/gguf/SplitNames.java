package org.boltmesh.shards.gguf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the parts of a split model are named and numbered. */
final class SplitNames {
    private static final Pattern NAME = Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})\\.gguf");
    private static final int PARTS_MAX = 99_999;
    private static final String NUMBER_KEY = "split.no";
    private static final String COUNT_KEY = "split.count";
    private static final String TENSORS_KEY = "split.tensors.count";

    private SplitNames() {}

    /**
     * All files of the model whose first is {@code path}. Names are taken as given, never resolved:
     * model caches link them to files named by checksum.
     */
    static List<Path> parts(Path path, GgufMetadata metadata) {
        if (metadata.integer(COUNT_KEY).orElse(0) <= 1) {
            return List.of(path);
        }
        int count = metadata.requireInteger(COUNT_KEY, 2, PARTS_MAX);
        int index = metadata.requireInteger(NUMBER_KEY, 0, count - 1);
        Matcher name = NAME.matcher(String.valueOf(path.getFileName()));
        if (!name.matches() || Integer.parseInt(name.group(3)) != count) {
            throw metadata.failure(
                    COUNT_KEY,
                    "part %d of %d, want a file name that ends in -%05d-of-%05d.gguf, as written by the splitter"
                            .formatted(index + 1, count, index + 1, count));
        }
        if (index != 0) {
            throw metadata.failure(
                    NUMBER_KEY,
                    "part %d of %d, want the first: open %s instead"
                            .formatted(index + 1, count, sibling(path, name.group(1), 0, count)));
        }
        List<Path> parts = new ArrayList<>(List.of(path));
        for (int part = 1; part < count; part++) {
            parts.add(sibling(path, name.group(1), part, count));
        }
        return parts;
    }

    private static Path sibling(Path path, String prefix, int index, int count) {
        return path.resolveSibling("%s-%05d-of-%05d.gguf".formatted(prefix, index + 1, count));
    }

    /** Checks that a later part is the one its name says. */
    static void checkPart(int index, int count, GgufMetadata metadata) {
        long foundCount = metadata.requireInteger(COUNT_KEY);
        long foundIndex = metadata.requireInteger(NUMBER_KEY);
        if (foundCount != count || foundIndex != index) {
            throw metadata.failure(
                    NUMBER_KEY,
                    "part %d of %d, want part %d of %d"
                            .formatted(foundIndex + 1, foundCount, index + 1, count));
        }
    }

    /** Checks that the parts together hold as many tensors as the first one says. */
    static void checkTensorCount(int count, GgufMetadata metadata) {
        OptionalLong wanted = metadata.integer(TENSORS_KEY);
        if (wanted.isPresent() && wanted.getAsLong() != count) {
            throw metadata.failure(
                    TENSORS_KEY,
                    "the parts hold %d tensors, want %d".formatted(count, wanted.getAsLong()));
        }
    }
}
