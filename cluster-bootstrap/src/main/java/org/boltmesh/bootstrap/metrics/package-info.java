/**
 * What a node counts and measures, as Prometheus reads it. Each node tells of itself; names begin
 * with {@code boltmesh_} and have units of Prometheus: seconds, bytes.
 */
@NullMarked
package org.boltmesh.bootstrap.metrics;

import org.jspecify.annotations.NullMarked;
