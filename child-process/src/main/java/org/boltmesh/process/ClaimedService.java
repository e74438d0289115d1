package org.boltmesh.process;

/** What a claimed process does while {@link ClaimedServer} keeps its socket and its time. */
public interface ClaimedService {
    /** What the process is, as in "engine 7 listens at ...". */
    String name();

    /** Begins to work. */
    void start();

    /**
     * A session with the process at the other end of {@code connection}; it owns the connection.
     *
     * @param onShutdown to be called when that process asks this one to end
     */
    Session open(FrameConnection connection, Runnable onShutdown);

    /** Ends the work; no session is opened after it. */
    void close();

    /** One control process, from the time when it connects until it hangs up. */
    interface Session {
        /** Serves until the other side hangs up or sends what is no request. */
        void run();

        /** Says in one event why it is not served, as another process was here first. */
        void refuse(String sentence);

        /** Sends a heartbeat; called about once a second, while it runs. */
        void beat();

        /** Hangs up after sending what waits. */
        void close();
    }
}
