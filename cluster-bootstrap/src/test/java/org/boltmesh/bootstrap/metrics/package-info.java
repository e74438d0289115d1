/** Tests of a node's metrics. */
@NullMarked
package org.boltmesh.bootstrap.metrics;

import org.jspecify.annotations.NullMarked;
