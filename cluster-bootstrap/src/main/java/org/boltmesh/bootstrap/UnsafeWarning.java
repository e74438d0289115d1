package org.boltmesh.bootstrap;

import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Java's warning about {@code sun.misc.Unsafe}, which Pekko calls: once per process, on standard
 * error, and nothing that a user could do anything about.
 */
final class UnsafeWarning {
    private static final Logger LOG = LoggerFactory.getLogger(UnsafeWarning.class);

    private UnsafeWarning() {}

    /**
     * Marks the warning as given. The option that allows such calls cannot stand in a manifest, and
     * the warning goes past {@link System#err}; a second JVM with the option would cost a second.
     * The package {@code sun.misc} is open to everyone; where another Java has no such method, its
     * warning appears.
     */
    static void silence() {
        try {
            Method warned =
                    Class.forName("sun.misc.Unsafe").getDeclaredMethod("trySetMemoryAccessWarned");
            warned.setAccessible(true);
            warned.invoke(null);
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            LOG.debug("Java's warning about sun.misc.Unsafe will appear", e);
        }
    }
}
