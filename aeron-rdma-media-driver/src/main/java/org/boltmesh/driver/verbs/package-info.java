/**
 * RDMA verbs in Java: devices, memory regions, completion queues and UC queue pairs, owned and
 * closed in the right order. What really carries the bytes is a {@link
 * org.boltmesh.driver.verbs.VerbsProvider}.
 */
@NullMarked
package org.boltmesh.driver.verbs;

import org.jspecify.annotations.NullMarked;
