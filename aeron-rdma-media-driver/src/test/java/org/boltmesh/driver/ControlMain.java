package org.boltmesh.driver;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Starts a media driver, prints its process id and never ends. */
final class ControlMain {
    private ControlMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        MediaDriverProcess driver = MediaDriverProcess.start(Launches.in(Path.of(arguments[0]), 1));
        System.out.println(driver.pid());
        new CountDownLatch(1).await();
    }
}
