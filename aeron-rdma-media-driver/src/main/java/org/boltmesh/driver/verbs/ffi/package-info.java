/**
 * C functions of libibverbs, and the few of libc that go with it, through the foreign function API:
 * names verbatim, no policy. The library is loaded through {@link
 * org.boltmesh.driver.verbs.ffi.Symbols} before anything of {@link
 * org.boltmesh.driver.verbs.ffi.Ibverbs} is used.
 */
@NullMarked
package org.boltmesh.driver.verbs.ffi;

import org.jspecify.annotations.NullMarked;
