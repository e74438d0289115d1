/**
 * Turns a conversation into a prompt by the Jinja template of a model. A template comes with the
 * model file and is hostile input: it runs without access to anything, in bounded time and memory.
 */
@NullMarked
package org.boltmesh.shards.template;

import org.jspecify.annotations.NullMarked;
