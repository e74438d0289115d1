package org.boltmesh.shards.badcode.toy.ffi;

import java.lang.foreign.SymbolLookup;

/** May look up symbols. */
public record ToyLibrary(SymbolLookup symbols) {}
