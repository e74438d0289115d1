/** Tests of node.jar's commands. */
@NullMarked
package org.boltmesh.bootstrap;

import org.jspecify.annotations.NullMarked;
