package org.boltmesh.driver.verbs;

/**
 * Whether a provider can be used at all.
 *
 * @param reason why not, in a sentence for people; what was found if it can
 */
public record Availability(boolean available, String reason) {
    public static Availability yes(String found) {
        return new Availability(true, found);
    }

    public static Availability no(String reason) {
        return new Availability(false, reason);
    }
}
