package org.boltmesh.actors.shard;

import java.io.IOException;
import org.boltmesh.driver.guest.SoftRoceGuest;
import org.junit.jupiter.api.Test;

/** Runs this module's tests for Soft-RoCE. */
class SoftRocePipelineGuestIT {
    @Test
    void shouldPassOnSoftRoce() throws IOException, InterruptedException {
        SoftRoceGuest.run("org.boltmesh.actors");
    }
}
