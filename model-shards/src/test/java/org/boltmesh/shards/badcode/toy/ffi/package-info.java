/** Native code where it belongs. */
@NullMarked
package org.boltmesh.shards.badcode.toy.ffi;

import org.jspecify.annotations.NullMarked;
