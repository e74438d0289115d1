/** Tests of the package of the same name. */
@NullMarked
package org.boltmesh.actors.child;

import org.jspecify.annotations.NullMarked;
