/**
 * How commands reach a running node: a Unix domain socket of its owner alone, which no web page and
 * no other user can reach, with requests and events as frames of JSON.
 */
@NullMarked
package org.boltmesh.actors.control;

import org.jspecify.annotations.NullMarked;
