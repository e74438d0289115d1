package org.boltmesh.driver;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.boltmesh.driver.mesh.MeshView;

/** What a control process asks of a media driver; its clients ask through shared memory. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = DriverRequest.Begin.class, name = "begin"),
    @JsonSubTypes.Type(value = DriverRequest.Ping.class, name = "ping"),
    @JsonSubTypes.Type(value = DriverRequest.JoinMesh.class, name = "join-mesh"),
    @JsonSubTypes.Type(value = DriverRequest.Shutdown.class, name = "shutdown"),
})
public sealed interface DriverRequest {

    /**
     * Lets a process that stands by run its driver; answered by {@link DriverEvent.Hello}, or by
     * {@link DriverEvent.Refused} where it cannot, and the process ends.
     *
     * @param aeronDirectory the directory that its clients will name
     */
    record Begin(String aeronDirectory) implements DriverRequest {}

    /** Asks for a heartbeat now. */
    record Ping() implements DriverRequest {}

    /** Tells who the peers are; to be said again after each start and change. */
    record JoinMesh(MeshView view) implements DriverRequest {}

    /** Ends the process, politely. */
    record Shutdown() implements DriverRequest {}
}
