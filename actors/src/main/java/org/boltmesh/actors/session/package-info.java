/** Requests of clients, as the node that they came to keeps them. */
@NullMarked
package org.boltmesh.actors.session;

import org.jspecify.annotations.NullMarked;
