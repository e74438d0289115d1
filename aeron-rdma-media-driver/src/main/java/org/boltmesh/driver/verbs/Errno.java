package org.boltmesh.driver.verbs;

import java.util.Map;

/**
 * Names of the error numbers that verbs return. Linux and macOS number some of them differently.
 */
public final class Errno {
    public static final int ENOENT = 2;
    public static final int EIO = 5;
    public static final int ENOMEM = 12;
    public static final int EFAULT = 14;
    public static final int EBUSY = 16;
    public static final int ENODEV = 19;
    public static final int EINVAL = 22;

    private static final boolean MAC = System.getProperty("os.name", "").startsWith("Mac");

    public static final int EAGAIN = MAC ? 35 : 11;
    public static final int ENODATA = MAC ? 96 : 61;
    public static final int ETIMEDOUT = MAC ? 60 : 110;
    public static final int EOPNOTSUPP = MAC ? 102 : 95;

    private static final Map<Integer, String> COMMON =
            Map.ofEntries(
                    Map.entry(1, "EPERM"),
                    Map.entry(ENOENT, "ENOENT"),
                    Map.entry(EIO, "EIO"),
                    Map.entry(6, "ENXIO"),
                    Map.entry(9, "EBADF"),
                    Map.entry(ENOMEM, "ENOMEM"),
                    Map.entry(13, "EACCES"),
                    Map.entry(EFAULT, "EFAULT"),
                    Map.entry(EBUSY, "EBUSY"),
                    Map.entry(17, "EEXIST"),
                    Map.entry(ENODEV, "ENODEV"),
                    Map.entry(EINVAL, "EINVAL"),
                    Map.entry(24, "EMFILE"),
                    Map.entry(28, "ENOSPC"));

    private static final Map<Integer, String> OWN =
            MAC
                    ? Map.of(
                            EAGAIN,
                            "EAGAIN",
                            45,
                            "ENOTSUP",
                            50,
                            "ENETDOWN",
                            51,
                            "ENETUNREACH",
                            55,
                            "ENOBUFS",
                            ETIMEDOUT,
                            "ETIMEDOUT",
                            65,
                            "EHOSTUNREACH",
                            78,
                            "ENOSYS",
                            ENODATA,
                            "ENODATA",
                            EOPNOTSUPP,
                            "EOPNOTSUPP")
                    : Map.of(
                            EAGAIN,
                            "EAGAIN",
                            38,
                            "ENOSYS",
                            ENODATA,
                            "ENODATA",
                            EOPNOTSUPP,
                            "EOPNOTSUPP",
                            100,
                            "ENETDOWN",
                            101,
                            "ENETUNREACH",
                            105,
                            "ENOBUFS",
                            ETIMEDOUT,
                            "ETIMEDOUT",
                            113,
                            "EHOSTUNREACH");

    private Errno() {}

    /** The symbol of an error number on this system, or {@code errno N}. */
    public static String name(int errno) {
        String common = COMMON.get(errno);
        return common != null ? common : OWN.getOrDefault(errno, "errno " + errno);
    }
}
