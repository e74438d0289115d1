/** Tests of what {@code bench transport} decides; what it measures is in BenchTransportIT. */
@NullMarked
package org.boltmesh.bootstrap.bench.transport;

import org.jspecify.annotations.NullMarked;
