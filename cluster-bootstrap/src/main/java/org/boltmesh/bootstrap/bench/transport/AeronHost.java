package org.boltmesh.bootstrap.bench.transport;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import java.nio.file.Path;
import org.agrona.concurrent.AgentInvoker;

/**
 * A client without a thread, and the driver beneath it where that belongs to this process. Whoever
 * has it calls {@link #turn}.
 */
final class AeronHost implements AutoCloseable {
    /** A client only looks after itself, which others do in a thread of its own, now and then. */
    private static final int TURNS_PER_CLIENT_TURN = 64;

    private final Runnable driver;
    private final Aeron client;
    private final AgentInvoker clientInvoker;
    private int turns;

    private AeronHost(Runnable driver, Aeron client) {
        this.driver = driver;
        this.client = client;
        clientInvoker = client.conductorAgentInvoker();
    }

    /**
     * Connects to a driver that runs.
     *
     * @param driver one turn of it; does nothing if another process runs it
     */
    static AeronHost connect(Path aeronDirectory, Runnable driver) {
        return new AeronHost(
                driver,
                Aeron.connect(
                        new Aeron.Context()
                                .aeronDirectoryName(aeronDirectory.toString())
                                .useConductorAgentInvoker(true)));
    }

    void turn() {
        driver.run();
        turns++;
        if (turns == TURNS_PER_CLIENT_TURN) {
            turns = 0;
            clientInvoker.invoke();
        }
    }

    /** Begins to add a subscription; see {@link #subscription}. */
    long addSubscription(String channel, int streamId) {
        return client.asyncAddSubscription(channel, streamId);
    }

    /** Whether it is there. */
    boolean hasSubscription(long id) {
        return client.getSubscription(id) != null;
    }

    Subscription subscription(long id) {
        return client.getSubscription(id);
    }

    /** Begins to add a publication; see {@link #publication}. */
    long addPublication(String channel, int streamId) {
        return client.asyncAddExclusivePublication(channel, streamId);
    }

    /** Whether it is there. */
    boolean hasPublication(long id) {
        return client.getExclusivePublication(id) != null;
    }

    ExclusivePublication publication(long id) {
        return client.getExclusivePublication(id);
    }

    @Override
    public void close() {
        client.close();
    }
}
