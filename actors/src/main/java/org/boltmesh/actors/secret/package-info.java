/** What follows from the cluster secret: keys, a certificate, and TLS between its holders only. */
@NullMarked
package org.boltmesh.actors.secret;

import org.jspecify.annotations.NullMarked;
