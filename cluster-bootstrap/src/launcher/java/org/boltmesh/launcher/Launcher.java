package org.boltmesh.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Entry point of node.jar, in Java 8 byte code. Under Java 25 or later it runs {@code
 * org.boltmesh.bootstrap.Main}; under an older one it is a wrapper: it runs node.jar again on a
 * Java 25 that it finds, passes on streams, signals and exit code, and takes the child with it.
 */
public final class Launcher {
    /** What the wrapper tells its child, so that the child can see the wrapper die. */
    static final String WRAPPER_PID_PROPERTY = "boltmesh.wrapper.pid";

    private static final int EXIT_NO_JAVA = 1;
    private static final int EXIT_USAGE = 2;

    private Launcher() {}

    /** Runs the command in this JVM or in a newer one. */
    public static void main(String[] args) throws Throwable {
        Optional<String> unreadable = Message.unreadable(args);
        if (unreadable.isPresent()) {
            System.err.println(unreadable.get());
            System.exit(EXIT_USAGE);
        }
        if (JavaVersion.feature(System.getProperty("java.specification.version"))
                >= JavaVersion.FEATURE_MIN) {
            runHere(args);
        } else {
            System.exit(runOnNewerJava(args));
        }
    }

    /** By reflection: this class must not refer to classes that an older Java cannot read. */
    private static void runHere(String[] args) throws Throwable {
        String wrapperPid = System.getProperty(WRAPPER_PID_PROPERTY);
        try {
            if (wrapperPid != null) {
                Class.forName("org.boltmesh.bootstrap.WrapperWatch")
                        .getMethod("start", long.class)
                        .invoke(null, Long.parseLong(wrapperPid));
            }
            Class.forName("org.boltmesh.bootstrap.Main")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static int runOnNewerJava(String[] args) throws Exception {
        List<String> skipped = new ArrayList<>();
        // A child that is old again was started by something that only claims to be Java 25.
        if (System.getProperty(WRAPPER_PID_PROPERTY) == null) {
            for (JavaHome home : JavaFinder.ofThisMachine().candidates()) {
                Optional<String> fault = home.fault();
                if (!fault.isPresent()) {
                    return new ChildJava(command(home, args)).run();
                }
                skipped.add(home.folder() + ": " + fault.get());
            }
        }
        Message.noJava(skipped).forEach(System.err::println);
        return EXIT_NO_JAVA;
    }

    private static List<String> command(JavaHome home, String[] args)
            throws IOException, URISyntaxException {
        JvmOptions options = JvmOptions.ofThisJvm();
        options.notice().ifPresent(System.err::println);
        List<String> command = new ArrayList<>();
        command.add(home.java().getPath());
        command.addAll(options.passedOn());
        command.add("-D" + WRAPPER_PID_PROPERTY + "=" + pid());
        command.add("-jar");
        command.add(jar().getPath());
        for (String arg : args) {
            command.add(arg);
        }
        return command;
    }

    private static File jar() throws URISyntaxException {
        return new File(Launcher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Java 8 has no other way; the name is {@code pid@host}. */
    private static String pid() {
        String name = ManagementFactory.getRuntimeMXBean().getName();
        return name.substring(0, name.indexOf('@'));
    }
}
