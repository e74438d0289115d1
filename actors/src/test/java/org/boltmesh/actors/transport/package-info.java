/** Tests of channels over real media drivers in processes of their own, and a measurement. */
@NullMarked
package org.boltmesh.actors.transport;

import org.jspecify.annotations.NullMarked;
