package org.boltmesh.driver;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Starts a media driver or a spare one, prints its process id and never ends. */
final class ControlMain {
    static final String SPARE = "spare";

    private ControlMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        MediaDriverLaunch launch = Launches.in(Path.of(arguments[0]), 1);
        System.out.println(
                List.of(arguments).contains(SPARE)
                        ? SpareDriver.start(launch).pid()
                        : MediaDriverProcess.start(launch).pid());
        new CountDownLatch(1).await();
    }
}
