/** Tests of the simulated fabric: its pure parts, its rules, and the death of its processes. */
@NullMarked
package org.boltmesh.driver.simulated;

import org.jspecify.annotations.NullMarked;
