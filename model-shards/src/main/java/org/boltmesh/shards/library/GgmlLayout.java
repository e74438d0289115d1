package org.boltmesh.shards.library;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which files of a folder make up a ggml, told from their names alone. Known layouts: everything in
 * one {@code libjllama}; {@code libggml-base} and {@code libggml} (perhaps with a version in its
 * name) with backends that ggml loads itself; the same with backends that {@code libggml} is linked
 * to.
 *
 * @param single libraries that hold everything
 * @param base names of {@code libggml-base}, several when links with versions lie beside it
 * @param linked backends that {@code libggml} needs; on macOS they end in {@code .dylib}
 * @param main names of {@code libggml}
 * @param modules backends that ggml loads itself; they end in {@code .so}, on macOS too
 */
record GgmlLayout(
        List<String> single,
        List<String> base,
        List<String> linked,
        List<String> main,
        List<String> modules) {
    private static final String VERSION = "(\\.[A-Za-z0-9]+)*";
    private static final String ENDING = "\\.(dylib|so(\\.[0-9]+)*)";
    private static final Pattern SINGLE = Pattern.compile("libjllama\\.(so|dylib)");
    private static final Pattern BASE = Pattern.compile("libggml-base" + VERSION + ENDING);
    private static final Pattern MAIN = Pattern.compile("libggml" + VERSION + ENDING);
    private static final Pattern LINKED = Pattern.compile("libggml-(?!base\\b)[^/]+\\.dylib");
    private static final Pattern MODULE = Pattern.compile("libggml-(?!base\\b)[^/]+\\.so");

    /** Sorts the file names of one folder. */
    static GgmlLayout of(List<String> names) {
        return new GgmlLayout(
                matching(names, SINGLE),
                matching(names, BASE),
                matching(names, LINKED),
                matching(names, MAIN),
                matching(names, MODULE));
    }

    /** Whether all parts of one ggml are there. */
    boolean isComplete() {
        return !single.isEmpty() || (!base.isEmpty() && !main.isEmpty());
    }

    /** Whether nothing here belongs to ggml. */
    boolean isEmpty() {
        return Stream.of(single, base, linked, main, modules).allMatch(List::isEmpty);
    }

    /** What is missing, as part of a sentence. */
    String missing() {
        List<String> missing = new ArrayList<>();
        if (base.isEmpty()) {
            missing.add("libggml-base");
        }
        if (main.isEmpty()) {
            missing.add("libggml");
        }
        return String.join(" and ", missing);
    }

    private static List<String> matching(List<String> names, Pattern pattern) {
        return names.stream().filter(name -> pattern.matcher(name).matches()).sorted().toList();
    }
}
