/** The launcher's decisions, and its behaviour under a real old Java. */
@NullMarked
package org.boltmesh.launcher;

import org.jspecify.annotations.NullMarked;
