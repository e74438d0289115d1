/** Tests of fabric and verdicts on recorded outputs; only those of the runner start processes. */
@NullMarked
package org.boltmesh.driver.fabric;

import org.jspecify.annotations.NullMarked;
