/**
 * Bringing a link between two nodes up and down: an authenticated handshake over IP and a state
 * machine around it. Nothing here does input or output, has a thread or reads a clock; {@link
 * org.boltmesh.driver.link.Link} says what is to be done.
 */
@NullMarked
package org.boltmesh.driver.link;

import org.jspecify.annotations.NullMarked;
