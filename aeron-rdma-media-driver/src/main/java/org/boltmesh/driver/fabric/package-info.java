/**
 * Which local device reaches which peer, and what is wrong with a port: pure functions of what the
 * nodes' own tools print, which arrives through an {@link org.boltmesh.driver.fabric.OutputRunner}.
 */
@NullMarked
package org.boltmesh.driver.fabric;

import org.jspecify.annotations.NullMarked;
