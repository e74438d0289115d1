/**
 * Lanes: rings of equal slots over one queue pair each, with a checked header in every slot and
 * credits that bound what is under way. Knows neither Aeron nor how a link comes up.
 */
@NullMarked
package org.boltmesh.driver.lane;

import org.jspecify.annotations.NullMarked;
