package org.boltmesh.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Stands in for the product's main class: LauncherTest compiles it into a jar of its own. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "exit" -> System.exit(Integer.parseInt(args[1]));
            case "copy" -> System.in.transferTo(System.out);
            case "fail" -> throw new IllegalStateException("failed as asked");
            case "tell" -> tell(args);
            case "wait" -> await(Path.of(args[1]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void tell(String[] args) {
        System.out.println("java " + Runtime.version().feature());
        for (String arg : args) {
            System.out.println("arg " + arg);
        }
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            System.out.println("option " + option);
        }
        System.err.println("to standard error");
    }

    private static void await(Path mark) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(mark)));
        System.out.println(ProcessHandle.current().pid());
        new CountDownLatch(1).await();
    }

    private static void leave(Path mark) {
        try {
            Files.createFile(mark);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
