/**
 * One node: its data folder and id, its place in the cluster, its guardian. {@link BoltmeshNode}
 * starts it.
 */
@NullMarked
package org.boltmesh.actors.node;

import org.jspecify.annotations.NullMarked;
