/**
 * Which models the cluster serves, on which nodes, and who asks them what: the director, the
 * coordinator of each model, and what each node does for them.
 */
@NullMarked
package org.boltmesh.actors.coordinator;

import org.jspecify.annotations.NullMarked;
