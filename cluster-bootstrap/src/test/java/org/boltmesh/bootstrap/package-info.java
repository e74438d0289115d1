/** The commands of node.jar, the boundaries between modules, and the tidiness of all sources. */
@NullMarked
package org.boltmesh.bootstrap;

import org.jspecify.annotations.NullMarked;
