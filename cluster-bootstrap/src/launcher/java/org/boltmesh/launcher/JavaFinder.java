package org.boltmesh.launcher;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds installed Java runtimes: those that the environment names, then the usual folders. */
final class JavaFinder {
    /** Folders to search in place of the usual ones, separated like a class path. */
    static final String FOLDERS_PROPERTY = "boltmesh.java.folders";

    private static final List<String> VARIABLES = Arrays.asList("JAVA_HOME", "JDK_HOME");

    /** Where the runtime is inside its folder: plainly, in a macOS bundle, in a Homebrew keg. */
    private static final List<String> INNER_FOLDERS =
            Arrays.asList("", "Contents/Home", "libexec", "libexec/openjdk.jdk/Contents/Home");

    private final Map<String, String> environment;
    private final List<File> folders;

    JavaFinder(Map<String, String> environment, List<File> folders) {
        this.environment = environment;
        this.folders = folders;
    }

    static JavaFinder ofThisMachine() {
        String asked = System.getProperty(FOLDERS_PROPERTY);
        List<File> folders =
                asked == null
                        ? usualFolders(System.getProperty("os.name"), userHome())
                        : split(asked);
        return new JavaFinder(System.getenv(), folders);
    }

    private static File userHome() {
        return new File(System.getProperty("user.home"));
    }

    private static List<File> split(String path) {
        List<File> files = new ArrayList<>();
        for (String part : path.split(Pattern.quote(File.pathSeparator))) {
            files.add(new File(part));
        }
        return files;
    }

    /** Folders whose entries may be Java runtimes. */
    static List<File> usualFolders(String osName, File userHome) {
        List<File> folders = new ArrayList<>();
        if (osName.startsWith("Mac")) {
            folders.add(new File("/Library/Java/JavaVirtualMachines"));
            folders.add(new File(userHome, "Library/Java/JavaVirtualMachines"));
            folders.add(new File("/opt/homebrew/opt"));
            folders.add(new File("/usr/local/opt"));
        } else {
            folders.add(new File("/usr/lib/jvm"));
            folders.add(new File("/usr/java"));
            folders.add(new File("/opt"));
            folders.add(new File("/opt/java"));
        }
        folders.add(new File(userHome, ".sdkman/candidates/java"));
        folders.add(new File(userHome, ".jdks"));
        return folders;
    }

    /** Runtimes that claim to be usable, best first. */
    List<JavaHome> candidates() {
        return ranked(named(), found());
    }

    /**
     * The usable ones: first those that the user named, then by feature version from the lowest,
     * because Boltmesh is tested with that one. Each folder once, whatever links lead there.
     */
    static List<JavaHome> ranked(List<JavaHome> named, List<JavaHome> found) {
        List<JavaHome> all = new ArrayList<>(found);
        Collections.sort(all, Comparator.comparingInt(JavaHome::feature));
        all.addAll(0, named);
        List<JavaHome> ranked = new ArrayList<>();
        Set<File> seen = new HashSet<>();
        for (JavaHome home : all) {
            if (JavaVersion.isUsable(home.feature()) && seen.add(real(home.folder()))) {
                ranked.add(home);
            }
        }
        return ranked;
    }

    private static File real(File folder) {
        try {
            return folder.getCanonicalFile();
        } catch (IOException e) {
            // Then it cannot be told from another name of the same folder, which does no harm.
            return folder.getAbsoluteFile();
        }
    }

    private List<JavaHome> named() {
        List<JavaHome> homes = new ArrayList<>();
        for (String variable : VARIABLES) {
            String folder = environment.get(variable);
            if (folder != null && !folder.isEmpty()) {
                addHomes(new File(folder), homes);
            }
        }
        return homes;
    }

    /** All runtimes in the folders, usable or not, in the order of the folders and their names. */
    List<JavaHome> found() {
        List<JavaHome> homes = new ArrayList<>();
        for (File folder : folders) {
            File[] entries = folder.listFiles();
            // A folder that is missing or cannot be listed holds nothing for us.
            if (entries != null) {
                Arrays.sort(entries);
                for (File entry : entries) {
                    addHomes(entry, homes);
                }
            }
        }
        return homes;
    }

    private static void addHomes(File entry, List<JavaHome> homes) {
        for (String inner : INNER_FOLDERS) {
            Optional<JavaHome> home = JavaHome.at(inner.isEmpty() ? entry : new File(entry, inner));
            home.ifPresent(homes::add);
        }
    }
}
