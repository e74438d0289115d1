/** The provider {@code verbs}: real devices, through libibverbs on Linux and librdma on macOS. */
@NullMarked
package org.boltmesh.driver.ibverbs;

import org.jspecify.annotations.NullMarked;
