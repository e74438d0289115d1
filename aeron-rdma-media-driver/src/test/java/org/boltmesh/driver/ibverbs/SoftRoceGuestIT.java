package org.boltmesh.driver.ibverbs;

import java.io.IOException;
import org.boltmesh.driver.guest.SoftRoceGuest;
import org.junit.jupiter.api.Test;

/** Runs this module's tests for Soft-RoCE. */
class SoftRoceGuestIT {
    @Test
    void shouldPassOnSoftRoce() throws IOException, InterruptedException {
        SoftRoceGuest.run("org.boltmesh.driver");
    }
}
