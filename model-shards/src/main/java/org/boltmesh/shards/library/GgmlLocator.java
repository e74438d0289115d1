package org.boltmesh.shards.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.boltmesh.shards.ggml.GgmlUnavailableException;

/** Knows where ggml may be and what a folder with a ggml looks like. Loads nothing. */
public final class GgmlLocator {
    private static final String INSTALL = "java -jar node.jar engine install";

    private final GgmlEnvironment environment;

    /** A locator for one machine. */
    public GgmlLocator(GgmlEnvironment environment) {
        this.environment = environment;
    }

    /** Where to look, best first. Somebody who configured a folder gets that one or an error. */
    public List<GgmlPlace> places() {
        if (environment.configured().isPresent()) {
            return List.of(
                    new GgmlPlace(
                            GgmlSource.CONFIGURED, environment.configured().stream().toList()));
        }
        List<GgmlPlace> places = new ArrayList<>();
        installFolder()
                .ifPresent(
                        folder -> places.add(new GgmlPlace(GgmlSource.INSTALLED, List.of(folder))));
        places.add(new GgmlPlace(GgmlSource.HOMEBREW, environment.homebrewFolders()));
        environment
                .platform()
                .map(platform -> BundledLibrary.of(platform).folder(environment.ggmlHome()))
                .ifPresent(
                        folder -> places.add(new GgmlPlace(GgmlSource.BUNDLED, List.of(folder))));
        return places;
    }

    /**
     * The ggml at {@code place}; extracts the bundled one. Throws {@link GgmlUnavailableException}
     * if there is none, or one that is incomplete, damaged or made for another machine.
     */
    public GgmlCandidate look(GgmlPlace place) {
        LibraryPlatform platform = platform();
        if (place.source() == GgmlSource.BUNDLED) {
            BundledLibrary.of(platform).extract(environment.ggmlHome());
        }
        for (Path folder : place.folders()) {
            List<String> names = names(folder, place.source());
            GgmlLayout layout = GgmlLayout.of(names);
            if (!layout.isEmpty()) {
                return candidate(place.source(), folder, layout);
            }
        }
        throw new GgmlUnavailableException(nothingAt(place));
    }

    /** The ggml in one folder; throws like {@link #look}. */
    GgmlCandidate lookInto(Path folder, GgmlSource source) {
        return look(new GgmlPlace(source, List.of(folder)));
    }

    private Optional<Path> installFolder() {
        return environment
                .platform()
                .map(
                        platform ->
                                environment
                                        .ggmlHome()
                                        .resolve(NpmPackage.of(platform).folderName()));
    }

    private LibraryPlatform platform() {
        return environment
                .platform()
                .orElseThrow(
                        () ->
                                new GgmlUnavailableException(
                                        "no ggml for %s on %s: Linux on x86_64 or arm64, or macOS on arm64 is needed"
                                                .formatted(
                                                        environment.osName(),
                                                        environment.osArch())));
    }

    private GgmlCandidate candidate(GgmlSource source, Path folder, GgmlLayout layout) {
        if (!layout.isComplete()) {
            throw new GgmlUnavailableException(
                    "%s has parts of ggml, but no %s; install it again"
                            .formatted(folder, layout.missing()));
        }
        try {
            List<Path> libraries = libraries(folder, layout);
            Optional<Path> backends = backendFolder(folder, libraries, layout);
            checkFiles(libraries);
            if (backends.isPresent()) {
                checkFiles(modules(backends.get()));
            }
            return new GgmlCandidate(source, folder, libraries, backends);
        } catch (IOException e) {
            throw new GgmlUnavailableException(
                    "cannot read ggml in %s: %s".formatted(folder, FileFault.reason(e)));
        }
    }

    /** Dependencies first: base, what is linked to it, and what is linked to both. */
    private static List<Path> libraries(Path folder, GgmlLayout layout) throws IOException {
        if (layout.base().isEmpty() || layout.main().isEmpty()) {
            return List.of(only(folder, layout.single()));
        }
        Set<Path> libraries = new LinkedHashSet<>();
        libraries.add(only(folder, layout.base()));
        for (String name : layout.linked()) {
            libraries.add(folder.resolve(name).toRealPath());
        }
        libraries.add(only(folder, layout.main()));
        return List.copyOf(libraries);
    }

    /** The one file that all {@code names} lead to. */
    private static Path only(Path folder, List<String> names) throws IOException {
        Set<Path> files = new LinkedHashSet<>();
        for (String name : names) {
            files.add(folder.resolve(name).toRealPath());
        }
        if (files.size() != 1) {
            throw new GgmlUnavailableException(
                    "%s holds several ggml (%s); keep the files of one"
                            .formatted(folder, String.join(", ", names)));
        }
        return files.iterator().next();
    }

    /** Beside the libraries, or in {@code libexec} beside their folder, as Homebrew has it. */
    private static Optional<Path> backendFolder(
            Path folder, List<Path> libraries, GgmlLayout layout) throws IOException {
        if (libraries.size() == 1) {
            return Optional.empty();
        }
        if (!layout.modules().isEmpty()) {
            return Optional.of(folder.toRealPath());
        }
        Optional<Path> libexec =
                Optional.ofNullable(libraries.getLast().getParent())
                        .map(lib -> lib.resolveSibling("libexec"))
                        .filter(Files::isDirectory);
        return libexec.isPresent() && !modules(libexec.get()).isEmpty()
                ? libexec
                : Optional.empty();
    }

    private static List<Path> modules(Path folder) throws IOException {
        return GgmlLayout.of(list(folder)).modules().stream().map(folder::resolve).toList();
    }

    private void checkFiles(List<Path> files) {
        for (Path file : files) {
            NativeFile.problem(file, platform())
                    .ifPresent(
                            problem -> {
                                throw new GgmlUnavailableException(file + " " + problem);
                            });
        }
    }

    private static List<String> names(Path folder, GgmlSource source) {
        try {
            return list(folder);
        } catch (IOException e) {
            if (source != GgmlSource.CONFIGURED && !Files.exists(folder)) {
                return List.of();
            }
            throw new GgmlUnavailableException(
                    "cannot look into %s: %s".formatted(folder, FileFault.reason(e)));
        }
    }

    private static List<String> list(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(folder::relativize).map(Path::toString).toList();
        }
    }

    private static String nothingAt(GgmlPlace place) {
        return switch (place.source()) {
            case CONFIGURED ->
                    "no ggml in %s: neither libggml-base and libggml nor libjllama; name another folder with --ggml or %s, or none"
                            .formatted(place.folders().getFirst(), GgmlEnvironment.GGML_VARIABLE);
            case INSTALLED -> "nothing installed; run " + INSTALL;
            case HOMEBREW -> "no ggml there; run brew install ggml";
            case BUNDLED -> "nothing extracted";
        };
    }
}
