package org.boltmesh.driver.fabric;

/** Tries whether a device really reaches another one. */
@FunctionalInterface
public interface LinkProbe {
    /** Whether {@code to} answers what {@code from} sends, within a deadline of the probe's. */
    boolean answers(FabricPort from, FabricPort to);
}
