package org.boltmesh.bootstrap;

import java.time.Duration;
import java.util.Map;
import org.boltmesh.driver.fabric.LocalInterfaces;
import org.boltmesh.driver.fabric.NodeFacts;
import org.boltmesh.driver.fabric.NodeOutputs;
import org.boltmesh.driver.fabric.NodeReport;
import org.boltmesh.driver.fabric.OutputRunner;
import org.boltmesh.driver.fabric.SystemTools;
import org.boltmesh.driver.fabric.VerbsInspection;
import org.boltmesh.driver.ibverbs.IbverbsProvider;

/**
 * The machine that {@code doctor} looks at.
 *
 * @param mac whether its tools are asked; elsewhere the library tells all
 */
record DoctorMachine(String name, boolean mac, OutputRunner tools, Verbs verbs) {
    private static final Duration LIBRARY_DEADLINE = Duration.ofSeconds(5);

    /** Asks the verbs library. */
    @FunctionalInterface
    interface Verbs {
        /** Returns within a deadline. */
        VerbsInspection inspect() throws InterruptedException;
    }

    static DoctorMachine current() {
        return new DoctorMachine(
                HostName.current(),
                System.getProperty("os.name").startsWith("Mac"),
                SystemTools.create(),
                DoctorMachine::library);
    }

    /** The system's library. */
    private static VerbsInspection library() throws InterruptedException {
        return VerbsInspection.of(new IbverbsProvider(), LIBRARY_DEADLINE);
    }

    /** What its tools print. */
    NodeOutputs outputs() {
        return NodeOutputs.take(name, tools);
    }

    /** What tools and library tell. */
    NodeFacts facts() throws InterruptedException {
        NodeOutputs outputs = mac ? outputs() : new NodeOutputs(name, Map.of());
        NodeFacts facts = verbs.inspect().completing(NodeReport.read(outputs));
        return facts.interfaces().isPresent()
                ? facts
                : facts.withInterfaces(LocalInterfaces.read());
    }
}
