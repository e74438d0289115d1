package org.boltmesh.bootstrap;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.MediaDriverLaunch;
import org.boltmesh.shards.engine.EngineLaunch;

/** How this program starts another process of itself. */
final class OwnProgram {
    private OwnProgram() {}

    /** The start of a command line that runs the command {@code engine}. */
    static List<String> engineCommand() {
        List<String> command = new ArrayList<>(EngineLaunch.java(self()));
        command.add("engine");
        return command;
    }

    /** The start of a command line that runs the command {@code media-driver}. */
    static List<String> mediaDriverCommand() {
        List<String> command = new ArrayList<>(MediaDriverLaunch.java(self()));
        command.add("media-driver");
        return command;
    }

    private static String[] self() {
        Path place = place();
        return Files.isRegularFile(place)
                ? new String[] {"-jar", place.toString()}
                : new String[] {"-cp", System.getProperty("java.class.path"), Main.class.getName()};
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
