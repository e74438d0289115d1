package org.boltmesh.driver.ibverbs;

import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Manners;

/** What differs between the systems that have a verbs library. */
enum Platform {
    LINUX(
            "libibverbs.so.1",
            Manners.ORDINARY,
            "install it (Debian: apt-get install libibverbs1 ibverbs-providers)",
            "load the kernel's RDMA (modprobe ib_uverbs, and rdma_rxe for Soft-RoCE)"),
    /** The library is in the system's cache of libraries, so no file of this path need be there. */
    MACOS(
            "/usr/lib/librdma.dylib",
            Manners.THUNDERBOLT,
            "RDMA over Thunderbolt needs macOS 26.2 or later on Apple silicon",
            "enable RDMA: in Recovery's Terminal run rdma_ctl enable, then reboot");

    private static final int THUNDERBOLT_QUEUE_PAIRS = 10;
    private static final int THUNDERBOLT_REGIONS = 100;
    private static final int THUNDERBOLT_QUEUE_DEPTH = 4095;

    private final String library;
    private final Manners manners;
    private final String cureOfMissingLibrary;
    private final String cureOfMissingDevices;

    Platform(
            String library,
            Manners manners,
            String cureOfMissingLibrary,
            String cureOfMissingDevices) {
        this.library = library;
        this.manners = manners;
        this.cureOfMissingLibrary = cureOfMissingLibrary;
        this.cureOfMissingDevices = cureOfMissingDevices;
    }

    static Platform current() {
        return System.getProperty("os.name", "").startsWith("Mac") ? MACOS : LINUX;
    }

    String library() {
        return library;
    }

    Manners manners() {
        return manners;
    }

    String cureOfMissingLibrary() {
        return cureOfMissingLibrary;
    }

    String cureOfMissingDevices() {
        return cureOfMissingDevices;
    }

    /**
     * Whether the functions of a context have to lie in the library itself. On Linux they lie in
     * the device's driver, another library.
     */
    boolean opsInLibrary() {
        return this == MACOS;
    }

    /** The limits that hold, whatever the library says. */
    DeviceAttributes limits(DeviceAttributes told) {
        if (manners != Manners.THUNDERBOLT) {
            return told;
        }
        return new DeviceAttributes(
                THUNDERBOLT_QUEUE_PAIRS,
                THUNDERBOLT_REGIONS,
                THUNDERBOLT_QUEUE_DEPTH,
                told.maxCompletions(),
                told.portCount());
    }
}
