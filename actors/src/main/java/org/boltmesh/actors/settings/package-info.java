/** What a node's HOCON file says, read and checked once before anything starts. */
@NullMarked
package org.boltmesh.actors.settings;

import org.jspecify.annotations.NullMarked;
