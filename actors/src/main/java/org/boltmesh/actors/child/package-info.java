/**
 * What actors that own a child process have in common: when they start it again, that there is one
 * at a time, and that it ends before the actor system does.
 */
@NullMarked
package org.boltmesh.actors.child;

import org.jspecify.annotations.NullMarked;
