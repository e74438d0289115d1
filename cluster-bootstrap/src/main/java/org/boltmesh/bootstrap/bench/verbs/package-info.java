/**
 * How fast bare queue pairs are: round trips and throughput between two processes that agree over a
 * socket.
 */
@NullMarked
package org.boltmesh.bootstrap.bench.verbs;

import org.jspecify.annotations.NullMarked;
