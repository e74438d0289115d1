/** Tests of how nodes tell each other of their links. */
@NullMarked
package org.boltmesh.actors.mesh;

import org.jspecify.annotations.NullMarked;
