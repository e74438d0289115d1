package org.boltmesh.actors.settings;

import com.typesafe.config.ConfigOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/** Whether the file that a secret stands in keeps it. */
final class SecretFile {
    private SecretFile() {}

    /**
     * What is wrong with the file that a secret comes from, with the cure; empty for one from the
     * environment or from a file of its owner alone.
     */
    static Optional<String> complaint(ConfigOrigin origin) {
        String file = origin.filename();
        return file == null || !isReadableByOthers(Path.of(file))
                ? Optional.empty()
                : Optional.of(
                        "%s has the cluster-secret, and others on this machine can read it; chmod 600 %s"
                                .formatted(file, file));
    }

    private static boolean isReadableByOthers(Path file) {
        try {
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
            return mode.contains(PosixFilePermission.OTHERS_READ)
                    || mode.contains(PosixFilePermission.GROUP_READ);
        } catch (IOException | UnsupportedOperationException _) {
            return false; // it could be read a moment ago; a file system without modes has no cure
        }
    }
}
