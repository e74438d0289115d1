/** Tests of {@code org.boltmesh.actors.secret}. */
@NullMarked
package org.boltmesh.actors.secret;

import org.jspecify.annotations.NullMarked;
