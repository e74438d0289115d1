package org.boltmesh.actors.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.boltmesh.driver.AeronDirectory;
import org.boltmesh.driver.DriverSpace;
import org.boltmesh.driver.FormerDriver;
import org.boltmesh.driver.MediaDriverException;
import org.boltmesh.driver.MediaDriverOptions;

/**
 * A directory of its own for each media driver of a node: {@code NAME-1}, {@code NAME-2} and so on
 * beside the one that the settings name. So clients of a dead driver never meet the memory of the
 * next one half made. For whoever starts them, one at a time.
 */
final class DriverDirectories {
    private static final String LOCK = ".lock";

    private DriverDirectories() {}

    /**
     * The settings of the next driver. Ends drivers that an earlier life of this node has left, and
     * removes what dead ones have left.
     *
     * @param options whose directory, and those beside it, are this node's alone
     * @throws MediaDriverException where there is too little room for one
     */
    static MediaDriverOptions next(MediaDriverOptions options) {
        Path base = options.aeronDirectory().toAbsolutePath();
        long last = 0;
        for (Path directory : present(base)) {
            last = Math.max(last, number(base, directory));
            FormerDriver.end(directory);
            AeronDirectory.removeLeftovers(directory);
        }
        MediaDriverOptions own = options.withAeronDirectory(Path.of(base + "-" + (last + 1)));
        DriverSpace.check(own);
        return own;
    }

    /** Directories and locks of drivers, dead or alive; each once. */
    private static List<Path> present(Path base) {
        Path parent = base.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return List.of();
        }
        Pattern name = Pattern.compile(Pattern.quote(base.getFileName() + "-") + "[0-9]{1,18}");
        try (Stream<Path> files = Files.list(parent)) {
            return files.map(DriverDirectories::withoutLock)
                    .filter(path -> name.matcher(path.getFileName().toString()).matches())
                    .distinct()
                    .toList();
        } catch (IOException e) {
            throw new MediaDriverException("cannot list %s: %s".formatted(parent, e.getMessage()));
        }
    }

    private static Path withoutLock(Path path) {
        String name = path.getFileName().toString();
        return name.endsWith(LOCK)
                ? path.resolveSibling(name.substring(0, name.length() - LOCK.length()))
                : path;
    }

    private static long number(Path base, Path directory) {
        String name = directory.getFileName().toString();
        return Long.parseLong(name.substring(base.getFileName().toString().length() + 1));
    }
}
