package org.boltmesh.actors.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whether the files that secrets stand in keep them. */
final class SecretFile {
    private static final String SECRET = "cluster-secret";
    private static final String KEYS = "api-keys";

    private SecretFile() {}

    /**
     * What is wrong with the files that secrets come from, with the cure; nothing about those from
     * the environment or from a file of its owner alone.
     *
     * @param config the object {@code boltmesh}, checked
     */
    static List<String> complaints(Config config) {
        return Stream.concat(
                        Stream.of(config.getValue(SECRET))
                                .filter(secret -> !secret.unwrapped().equals(""))
                                .flatMap(secret -> complaint(SECRET, secret.origin()).stream()),
                        config.getList(KEYS).stream()
                                .flatMap(key -> complaint(KEYS, key.origin()).stream()))
                .distinct()
                .toList();
    }

    private static Optional<String> complaint(String what, ConfigOrigin origin) {
        String file = origin.filename();
        return file == null || !isReadableByOthers(Path.of(file))
                ? Optional.empty()
                : Optional.of(
                        "%s has %s, and others on this machine can read it; chmod 600 %s"
                                .formatted(file, what, file));
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
