/** Tests of clients' requests. */
@NullMarked
package org.boltmesh.actors.session;

import org.jspecify.annotations.NullMarked;
