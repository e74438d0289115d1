/**
 * The entry point of node.jar, readable by any Java from 8 on: finds a Java that can run the rest.
 */
package org.boltmesh.launcher;
