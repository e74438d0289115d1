package org.boltmesh.shards.library;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the search for ggml depends on.
 *
 * @param osName Java's {@code os.name}
 * @param osArch Java's {@code os.arch}
 * @param home our own folder, {@code ~/.boltmesh} unless {@code BOLTMESH_HOME} names another
 * @param configured the folder named by an option or by {@code BOLTMESH_GGML}
 * @param homebrewFolders where Homebrew puts libraries, best first
 */
public record GgmlEnvironment(
        String osName,
        String osArch,
        Path home,
        Optional<Path> configured,
        List<Path> homebrewFolders) {
    /** The variable that names the folder with the ggml to use. */
    public static final String GGML_VARIABLE = "BOLTMESH_GGML";

    /** The variable that names our own folder. */
    public static final String HOME_VARIABLE = "BOLTMESH_HOME";

    public GgmlEnvironment {
        homebrewFolders = List.copyOf(homebrewFolders);
    }

    /** The environment of this process. */
    public static GgmlEnvironment current() {
        return of(
                System.getenv(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                userHome());
    }

    /** As the shell's {@code ~}: Java's own notion comes from the list of users. */
    private static Path userHome() {
        return folder(System.getenv(), "HOME")
                .orElseGet(() -> Path.of(System.getProperty("user.home")));
    }

    static GgmlEnvironment of(
            Map<String, String> variables, String osName, String osArch, Path userHome) {
        return new GgmlEnvironment(
                osName,
                osArch,
                folder(variables, HOME_VARIABLE).orElse(userHome.resolve(".boltmesh")),
                folder(variables, GGML_VARIABLE),
                homebrewFolders(folder(variables, "HOMEBREW_PREFIX"), osName));
    }

    /** The same, with the ggml folder that an option names. */
    public GgmlEnvironment withConfigured(Path folder) {
        return new GgmlEnvironment(
                osName,
                osArch,
                home,
                Optional.of(folder.toAbsolutePath().normalize()),
                homebrewFolders);
    }

    /** The same, with another folder of our own. */
    public GgmlEnvironment withHome(Path folder) {
        return new GgmlEnvironment(
                osName, osArch, folder.toAbsolutePath().normalize(), configured, homebrewFolders);
    }

    /** Which ready-made libraries fit; empty on an unknown system. */
    public Optional<LibraryPlatform> platform() {
        return LibraryPlatform.of(osName, osArch);
    }

    /** The folder below which our own ggml folders lie. */
    public Path ggmlHome() {
        return home.resolve("ggml");
    }

    private static Optional<Path> folder(Map<String, String> variables, String name) {
        return Optional.ofNullable(variables.get(name))
                .filter(value -> !value.isBlank())
                .map(value -> Path.of(value).toAbsolutePath().normalize());
    }

    private static List<Path> homebrewFolders(Optional<Path> prefix, String osName) {
        Stream<Path> usual =
                osName.startsWith("Mac")
                        ? Stream.of(Path.of("/opt/homebrew"), Path.of("/usr/local"))
                        : Stream.of(Path.of("/home/linuxbrew/.linuxbrew"));
        return Stream.concat(prefix.stream(), usual)
                .distinct()
                .flatMap(
                        root ->
                                Stream.of("opt/ggml/lib", "opt/llama.cpp/lib", "lib")
                                        .map(root::resolve))
                .toList();
    }
}
