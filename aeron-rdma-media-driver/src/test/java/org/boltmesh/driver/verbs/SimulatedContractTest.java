package org.boltmesh.driver.verbs;

import java.nio.file.Path;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedFabric;
import org.boltmesh.driver.simulated.SimulatedProvider;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract over a simulated cable, whose ends are both at one host. */
class SimulatedContractTest {
    /** A cable between two ports of one host. */
    abstract static class OverACable extends VerbsContract {
        @TempDir Path folder;

        abstract String manners();

        @Override
        protected VerbsProvider createProvider() {
            String cables = "manners %s\ncable a:rdma_en3 a:rdma_en4\n".formatted(manners());
            SimulatedFabric.lay(folder, cables).close();
            return new SimulatedProvider(folder, "a", new CallFaults());
        }

        @Override
        protected String left() {
            return "rdma_en3";
        }

        @Override
        protected String right() {
            return "rdma_en4";
        }
    }

    @Nested
    class Thunderbolt extends OverACable {
        @Override
        String manners() {
            return "thunderbolt";
        }
    }

    @Nested
    class Ordinary extends OverACable {
        @Override
        String manners() {
            return "ordinary";
        }
    }
}
