package org.boltmesh.driver;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.AgentTerminationException;
import org.boltmesh.driver.mesh.Mesh;

/**
 * The driver's one loop: first what came over the lanes, then Aeron's sender, receiver and
 * conductor. At its end all queue pairs go, whatever ended it.
 */
final class DriverLoop implements Agent {
    private final Mesh mesh;
    private final AgentInvoker aeron;

    DriverLoop(Mesh mesh, AgentInvoker aeron) {
        this.mesh = mesh;
        this.aeron = aeron;
    }

    @Override
    public void onStart() {
        aeron.start();
    }

    @Override
    public int doWork() {
        int work = mesh.doWork() + aeron.invoke();
        if (aeron.isClosed()) {
            throw new AgentTerminationException("Aeron's agents have ended");
        }
        return work;
    }

    @Override
    public void onClose() {
        mesh.close();
    }

    @Override
    public String roleName() {
        return "media-driver";
    }
}
