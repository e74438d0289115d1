/**
 * A guest with two hosts and a Soft-RoCE device each: boots it, runs the marked tests of a package
 * in it, and is what these start there. Other modules' tests use it, too.
 */
@NullMarked
package org.boltmesh.driver.guest;

import org.jspecify.annotations.NullMarked;
