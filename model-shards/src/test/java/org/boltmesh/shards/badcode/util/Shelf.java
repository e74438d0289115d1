package org.boltmesh.shards.badcode.util;

/** In a package that says nothing. */
public interface Shelf {}
