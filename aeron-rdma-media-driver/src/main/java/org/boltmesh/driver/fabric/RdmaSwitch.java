package org.boltmesh.driver.fabric;

import java.util.Locale;

/** What {@code rdma_ctl status} says. The state of a port is better evidence. */
public enum RdmaSwitch {
    ENABLED,
    DISABLED,
    UNKNOWN;

    static RdmaSwitch parse(String text) {
        String words = text.toLowerCase(Locale.ROOT);
        if (words.contains("disabled")) {
            return DISABLED;
        }
        return words.contains("enabled") ? ENABLED : UNKNOWN;
    }
}
