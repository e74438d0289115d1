/**
 * The work plane of a model that is spread over engines: the head plans steps, each stage runs its
 * layers on the activations of the one before, the last one samples. Engines without others run the
 * same steps through the same port.
 */
@NullMarked
package org.boltmesh.shards.pipeline;

import org.jspecify.annotations.NullMarked;
