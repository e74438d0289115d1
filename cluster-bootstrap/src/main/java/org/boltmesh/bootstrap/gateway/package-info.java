/**
 * The HTTP API of a node, in the shapes of OpenAI's: requests are read and replies written by pure
 * classes, answers come through {@code ClusterAccess}, and a closed connection cancels them.
 */
@NullMarked
package org.boltmesh.bootstrap.gateway;

import org.jspecify.annotations.NullMarked;
