/** Commands against a fake cluster, through real sockets. */
@NullMarked
package org.boltmesh.actors.control;

import org.jspecify.annotations.NullMarked;
