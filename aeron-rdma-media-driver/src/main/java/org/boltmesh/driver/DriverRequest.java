package org.boltmesh.driver;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a control process asks of a media driver; its clients ask through shared memory. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = DriverRequest.Ping.class, name = "ping"),
    @JsonSubTypes.Type(value = DriverRequest.Shutdown.class, name = "shutdown"),
})
public sealed interface DriverRequest {

    /** Asks for a heartbeat now. */
    record Ping() implements DriverRequest {}

    /** Ends the process, politely. */
    record Shutdown() implements DriverRequest {}
}
