/** Links against each other in virtual time, over networks that lose, repeat and forge. */
@NullMarked
package org.boltmesh.driver.link;

import org.jspecify.annotations.NullMarked;
