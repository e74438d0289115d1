package org.boltmesh.driver;

import org.agrona.ErrorHandler;
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
    private final ErrorHandler errors;

    DriverLoop(Mesh mesh, AgentInvoker aeron, ErrorHandler errors) {
        this.mesh = mesh;
        this.aeron = aeron;
        this.errors = errors;
    }

    @Override
    public void onStart() {
        aeron.start();
    }

    @Override
    public int doWork() {
        int work = workOnMesh() + aeron.invoke();
        if (aeron.isClosed()) {
            throw new AgentTerminationException("Aeron's agents have ended");
        }
        return work;
    }

    /** A mistake in what links do must not take the way by UDP along. */
    private int workOnMesh() {
        try {
            return mesh.doWork();
        } catch (RuntimeException e) {
            errors.onError(e);
            mesh.breakOff();
            return 0;
        }
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
