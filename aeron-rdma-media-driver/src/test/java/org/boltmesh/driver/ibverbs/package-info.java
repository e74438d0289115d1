/** Tests of the provider of real devices, some of which need a machine that has them. */
@NullMarked
package org.boltmesh.driver.ibverbs;

import org.jspecify.annotations.NullMarked;
