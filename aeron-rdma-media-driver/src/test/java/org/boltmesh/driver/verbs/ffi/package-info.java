/** Compares what the binding believes of C with the system's own headers. */
@NullMarked
package org.boltmesh.driver.verbs.ffi;

import org.jspecify.annotations.NullMarked;
