package org.boltmesh.shards.engine;

/** Number format of the key/value cache. */
public enum KvType {
    F16,
    F32
}
