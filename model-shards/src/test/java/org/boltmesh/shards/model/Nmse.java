package org.boltmesh.shards.model;

/** Normalised mean square error. */
final class Nmse {
    private Nmse() {}

    /** {@code sum((found - wanted)^2) / sum(wanted^2)}. */
    static double of(float[] found, float[] wanted) {
        double error = 0;
        double power = 0;
        for (int i = 0; i < wanted.length; i++) {
            double difference = (double) found[i] - wanted[i];
            error += difference * difference;
            power += (double) wanted[i] * wanted[i];
        }
        return error / power;
    }
}
