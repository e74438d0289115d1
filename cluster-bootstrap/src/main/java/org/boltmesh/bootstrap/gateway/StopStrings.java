package org.boltmesh.bootstrap.gateway;

import java.util.List;

/**
 * Lets a growing text through up to the first stop string. What may be the beginning of one is held
 * back, so that no part of it is ever seen. Pure; not thread-safe.
 */
final class StopStrings {
    private final List<String> stops;
    private String held = "";
    private boolean stopped;

    /**
     * Nothing came yet.
     *
     * @param stops none of them empty
     */
    StopStrings(List<String> stops) {
        this.stops = List.copyOf(stops);
    }

    /** Whether a stop string came; nothing is let through from then on. */
    boolean isStopped() {
        return stopped;
    }

    /** What can be shown now that the text has grown. */
    String append(String text) {
        if (stopped) {
            return "";
        }
        String all = held + text;
        int stop = firstStop(all);
        stopped = stop >= 0;
        int shown = stopped ? stop : all.length() - heldLength(all);
        held = stopped ? "" : all.substring(shown);
        return all.substring(0, shown);
    }

    /** What was held back, when nothing more comes. */
    String finish() {
        String rest = held;
        held = "";
        return rest;
    }

    private int firstStop(String text) {
        return stops.stream().mapToInt(text::indexOf).filter(at -> at >= 0).min().orElse(-1);
    }

    /** The longest end of the text that begins a stop string. */
    private int heldLength(String text) {
        int longest = 0;
        for (String stop : stops) {
            for (int length = Math.min(stop.length() - 1, text.length());
                    length > longest;
                    length--) {
                if (stop.startsWith(text.substring(text.length() - length))) {
                    longest = length;
                }
            }
        }
        return longest;
    }
}
