/** Tests of the chat. */
@NullMarked
package org.boltmesh.bootstrap.chat;

import org.jspecify.annotations.NullMarked;
