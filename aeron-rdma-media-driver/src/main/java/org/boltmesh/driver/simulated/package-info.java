/**
 * RDMA over Thunderbolt without Thunderbolt: queue pairs between processes of one machine over
 * shared memory, with the hardware's rules, limits, credits and silences, and with faults on
 * demand. People lay the cables in a small text file.
 */
@NullMarked
package org.boltmesh.driver.simulated;

import org.jspecify.annotations.NullMarked;
