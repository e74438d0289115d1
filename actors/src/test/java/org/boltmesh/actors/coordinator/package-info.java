/** Tests of what decides where models go and who answers. */
@NullMarked
package org.boltmesh.actors.coordinator;

import org.jspecify.annotations.NullMarked;
