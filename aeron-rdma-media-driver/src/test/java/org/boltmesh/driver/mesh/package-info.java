/** What drivers announce to each other, also when it is noise. */
@NullMarked
package org.boltmesh.driver.mesh;

import org.jspecify.annotations.NullMarked;
