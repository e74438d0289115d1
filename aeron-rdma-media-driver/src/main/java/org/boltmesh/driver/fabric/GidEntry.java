package org.boltmesh.driver.fabric;

import org.boltmesh.driver.verbs.Gid;

/** A used entry of a port's GID table. */
public record GidEntry(int index, Gid gid) {}
