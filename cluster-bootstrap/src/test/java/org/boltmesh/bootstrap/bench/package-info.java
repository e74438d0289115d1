/** Tests of measurements: their numbers, and what is asked of a model. */
@NullMarked
package org.boltmesh.bootstrap.bench;

import org.jspecify.annotations.NullMarked;
