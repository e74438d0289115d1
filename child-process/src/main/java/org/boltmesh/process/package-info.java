/**
 * A process of ours that another one starts, claims through a Unix domain socket and watches.
 * Engine and media driver are such processes; nothing here knows what they do.
 */
@NullMarked
package org.boltmesh.process;

import org.jspecify.annotations.NullMarked;
