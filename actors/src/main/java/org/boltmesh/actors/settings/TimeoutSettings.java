package org.boltmesh.actors.settings;

import java.time.Duration;

/**
 * How long a node waits; {@code reference.conf} gives the reasons.
 *
 * @param foundCluster the first seed founds a cluster when no other has answered for so long
 * @param unreachable a node whose heartbeats pause longer is unreachable
 * @param down an unreachable node is removed after so long without another change
 * @param leave the longest wait for the others when leaving
 */
public record TimeoutSettings(
        Duration foundCluster, Duration unreachable, Duration down, Duration leave) {}
