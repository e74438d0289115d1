/** Aeron's channel endpoints, whose datagrams go by lanes where there are some, and by UDP else. */
@NullMarked
package org.boltmesh.driver.endpoint;

import org.jspecify.annotations.NullMarked;
