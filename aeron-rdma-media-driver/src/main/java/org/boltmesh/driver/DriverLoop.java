package org.boltmesh.driver;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.AgentTerminationException;
import org.boltmesh.driver.mesh.Mesh;

/**
 * The driver's one loop: first Aeron's sender, receiver and conductor, then the lanes. So what a
 * caller of a turn has offered is on its way when that turn ends, and what has come is there for
 * it. At its end all queue pairs go, whatever ended it.
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
        mesh.updateClock();
        int work = aeron.invoke() + workOnMesh();
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
