/** Lanes with random loss, damage, repetition and reordering, over the simulated provider. */
@NullMarked
package org.boltmesh.driver.lane;

import org.jspecify.annotations.NullMarked;
