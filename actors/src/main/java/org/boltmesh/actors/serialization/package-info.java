/**
 * Remote messages as bytes: Kryo with frozen ids, versioned manifests and bounded lengths. What
 * arrives is hostile until read; what does not fit is refused and counted.
 */
@NullMarked
package org.boltmesh.actors.serialization;

import org.jspecify.annotations.NullMarked;
