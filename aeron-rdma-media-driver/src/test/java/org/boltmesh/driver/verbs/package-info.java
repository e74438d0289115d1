/** Tests of the verbs facade, and the contract that every provider fulfils. */
@NullMarked
package org.boltmesh.driver.verbs;

import org.jspecify.annotations.NullMarked;
