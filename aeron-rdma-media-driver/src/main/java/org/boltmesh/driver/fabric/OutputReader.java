package org.boltmesh.driver.fabric;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Reads a process's output up to a limit on a thread of its own, so that a process, or a child of
 * it that keeps the pipe open, can be given up on.
 */
final class OutputReader {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final InputStream input;
    private final int limitBytes;

    private OutputReader(InputStream input, int limitBytes) {
        this.input = input;
        this.limitBytes = limitBytes;
    }

    static OutputReader start(InputStream input, int limitBytes) {
        OutputReader reader = new OutputReader(input, limitBytes);
        Thread.ofPlatform().daemon().name("tool-output").start(reader::read);
        return reader;
    }

    private void read() {
        byte[] chunk = new byte[8192];
        try {
            for (int length = 0; length >= 0 && !isTooMuch(); length = input.read(chunk)) {
                read.write(chunk, 0, length);
            }
        } catch (IOException e) {
            // A killed process's pipe breaks; what it said until then is all there is.
            return;
        } finally {
            ended.countDown();
        }
    }

    /** Waits for the end of the output, or for too much of it; whether it came in time. */
    boolean await(Duration deadline) throws InterruptedException {
        return ended.await(deadline.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean isTooMuch() {
        return read.size() > limitBytes;
    }

    /** Only after {@link #await} was true. */
    byte[] bytes() {
        return read.toByteArray();
    }
}
