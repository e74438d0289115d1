/**
 * How fast a model of a cluster reads prompts and writes answers: what is measured, and numbers.
 */
@NullMarked
package org.boltmesh.bootstrap.bench;

import org.jspecify.annotations.NullMarked;
