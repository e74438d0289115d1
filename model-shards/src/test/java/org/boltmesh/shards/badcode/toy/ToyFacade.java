package org.boltmesh.shards.badcode.toy;

import org.boltmesh.shards.badcode.toy.ffi.ToyLibrary;

/** May use its own ffi package. */
public record ToyFacade(ToyLibrary library) {}
