/** Tests of the HTTP API. */
@NullMarked
package org.boltmesh.bootstrap.gateway;

import org.jspecify.annotations.NullMarked;
