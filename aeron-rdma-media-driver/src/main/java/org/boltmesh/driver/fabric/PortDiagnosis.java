package org.boltmesh.driver.fabric;

/** What is known of a port, and what to say of it. */
public record PortDiagnosis(PortFacts facts, PortVerdict verdict) {}
