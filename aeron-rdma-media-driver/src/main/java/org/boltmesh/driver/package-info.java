/**
 * The media driver: Aeron's Java driver with our context, the process that runs it, and the handle
 * by which another process starts and watches it.
 */
@NullMarked
package org.boltmesh.driver;

import org.jspecify.annotations.NullMarked;
