package org.boltmesh.process;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where a claimed process listens and how long it lives.
 *
 * @param socket path of its Unix domain socket, at most 102 bytes, in a folder of mode 0700
 * @param privateFolder whether that folder was made for this process alone, which then removes it
 * @param unclaimedExit how long it lives without a control process
 */
public record ServerOptions(Path socket, boolean privateFolder, Duration unclaimedExit) {}
