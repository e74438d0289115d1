package org.boltmesh.bootstrap;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.engine.EngineLaunch;

/** How this program starts another process of itself. */
final class OwnProgram {
    private OwnProgram() {}

    /** The start of a command line that runs the command {@code engine}. */
    static List<String> engineCommand() {
        Path place = place();
        List<String> command =
                Files.isRegularFile(place)
                        ? EngineLaunch.java("-jar", place.toString())
                        : EngineLaunch.java(
                                "-cp", System.getProperty("java.class.path"), Main.class.getName());
        List<String> whole = new ArrayList<>(command);
        whole.add("engine");
        return whole;
    }

    /** node.jar, or the folder of classes when it runs from a build. */
    private static Path place() {
        try {
            return Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("our own place is no path", e);
        }
    }
}
