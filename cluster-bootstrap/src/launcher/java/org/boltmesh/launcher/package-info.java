/** The entry point of node.jar, readable by any Java from 8 on. */
package org.boltmesh.launcher;
