/** Tests of the media driver, embedded and in child processes. */
@NullMarked
package org.boltmesh.driver;

import org.jspecify.annotations.NullMarked;
