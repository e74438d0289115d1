/** Tests of {@code org.boltmesh.actors.settings}. */
@NullMarked
package org.boltmesh.actors.settings;

import org.jspecify.annotations.NullMarked;
