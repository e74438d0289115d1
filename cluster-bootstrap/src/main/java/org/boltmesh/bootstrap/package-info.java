/** Main class and commands of node.jar. */
@NullMarked
package org.boltmesh.bootstrap;

import org.jspecify.annotations.NullMarked;
