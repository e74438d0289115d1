/**
 * How fast messages are through the driver, and through what it is compared with: bare queue pairs,
 * stock Aeron over UDP, and Aeron within one machine. Two processes take part, with one thread each
 * that runs everything.
 */
@NullMarked
package org.boltmesh.bootstrap.bench.transport;

import org.jspecify.annotations.NullMarked;
