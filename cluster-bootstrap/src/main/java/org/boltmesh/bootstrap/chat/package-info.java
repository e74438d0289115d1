/**
 * A conversation with a model in the terminal: what is read, who answers, what is kept of it. The
 * command {@code chat} puts them together.
 */
@NullMarked
package org.boltmesh.bootstrap.chat;

import org.jspecify.annotations.NullMarked;
