package org.boltmesh.bootstrap;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops this process in order when its standard input ends: whoever started it is gone. */
final class InputEnd {
    private static final Logger LOG = LoggerFactory.getLogger(InputEnd.class);
    private static final int BUFFER_BYTES = 1024;

    /** What the process ends with where nothing stops in order; a node that does ends with 0. */
    private static final int EXIT_CODE = 1;

    private InputEnd() {}

    /** Watches from now on. */
    static void watch() {
        Thread.ofPlatform().daemon().name("input-end").start(InputEnd::await);
    }

    private static void await() {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            while (System.in.read(buffer) >= 0) {
                LOG.debug("somebody writes to standard input");
            }
            LOG.info("standard input has ended");
        } catch (IOException e) {
            LOG.info("standard input cannot be read: {}", e.getMessage());
        }
        System.exit(EXIT_CODE);
    }
}
