package org.boltmesh.shards.tokenizer;

/** Two neighbouring pieces that become one. */
record Merge(String left, String right) {
    String whole() {
        return left + right;
    }
}
