/** Breaks the rule about names. */
@NullMarked
package org.boltmesh.shards.badcode.util;

import org.jspecify.annotations.NullMarked;
