package org.boltmesh.driver.simulated;

import java.util.regex.Pattern;

/** A device of a host, which is also one end of a cable; written {@code host:device}. */
public record CableEnd(String host, String device) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,60}");

    public CableEnd {
        check(host);
        check(device);
    }

    /**
     * Reads {@code host:device}.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static CableEnd parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException(
                    "'%s', want host:device, such as a:rdma_en3".formatted(text));
        }
        return new CableEnd(text.substring(0, colon), text.substring(colon + 1));
    }

    private static void check(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name '%s', want 1 to 60 of letters, digits, _ . -".formatted(name));
        }
    }

    /** How it occurs in names of files; no name has the sign between them. */
    String fileName() {
        return host + "=" + device;
    }

    @Override
    public String toString() {
        return host + ":" + device;
    }
}
