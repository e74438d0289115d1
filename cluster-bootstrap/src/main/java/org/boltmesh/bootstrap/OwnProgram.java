package org.boltmesh.bootstrap;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.MediaDriverLaunch;
import org.boltmesh.process.ChildLaunch;
import org.boltmesh.shards.engine.EngineLaunch;

/** How this program starts another process of itself. */
final class OwnProgram {
    /**
     * For nodes that live for seconds: quick to start beats quick later, and a demo's nodes share
     * the processors. C1 alone took 26 s instead of 46 s to two nodes in a cluster, on two
     * processors with twelve others at work.
     */
    private static final List<String> NODE_JVM_FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UsePerfData",
                    "-Xmx256m",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-XX:-CreateCoredumpOnCrash",
                    "--sun-misc-unsafe-memory-access=allow",
                    "--enable-native-access=ALL-UNNAMED",
                    "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

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

    /** The start of a command line that runs the command {@code run} for a short time. */
    static List<String> nodeCommand() {
        List<String> flags = new ArrayList<>(NODE_JVM_FLAGS);
        flags.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        List<String> command = new ArrayList<>(ChildLaunch.java(flags, self()));
        command.add("run");
        return command;
    }

    /** The start of a command line that runs a command of {@code bench}. */
    static List<String> benchCommand(String name) {
        List<String> command = new ArrayList<>(MediaDriverLaunch.java(self()));
        command.addAll(List.of("bench", name));
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
