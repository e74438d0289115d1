/** Tests of {@code org.boltmesh.actors.serialization}. */
@NullMarked
package org.boltmesh.actors.serialization;

import org.jspecify.annotations.NullMarked;
