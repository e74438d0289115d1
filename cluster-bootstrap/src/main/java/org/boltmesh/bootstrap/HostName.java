package org.boltmesh.bootstrap;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What this machine is called. */
final class HostName {
    private static final int TIMEOUT_SECONDS = 2;
    private static final String NONE = "this-machine";

    private HostName() {}

    /** Its name without a domain. A system that asks the network in vain is not waited for. */
    static String current() {
        String full =
                CompletableFuture.supplyAsync(HostName::local)
                        .completeOnTimeout(Optional.empty(), TIMEOUT_SECONDS, TimeUnit.SECONDS)
                        .join()
                        .orElse(NONE);
        return plain(full);
    }

    /** Only what a file's name may hold everywhere. */
    static String plain(String full) {
        String plain = full.replaceFirst("\\..*", "").replaceAll("[^A-Za-z0-9_-]", "-");
        return plain.isEmpty() ? NONE : plain;
    }

    private static Optional<String> local() {
        try {
            return Optional.of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException _) {
            // A name that leads to no address; any other will do.
            return Optional.empty();
        }
    }
}
