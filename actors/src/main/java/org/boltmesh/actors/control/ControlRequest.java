package org.boltmesh.actors.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ModelSpec;

/**
 * What a command asks of a node. A connection begins with {@link Hello} and has one request at a
 * time, whose last event ends it; only {@link Cancel} may come meanwhile.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ControlRequest.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = ControlRequest.State.class, name = "state"),
    @JsonSubTypes.Type(value = ControlRequest.Load.class, name = "load"),
    @JsonSubTypes.Type(value = ControlRequest.Unload.class, name = "unload"),
    @JsonSubTypes.Type(value = ControlRequest.Answer.class, name = "answer"),
    @JsonSubTypes.Type(value = ControlRequest.Cancel.class, name = "cancel"),
})
public sealed interface ControlRequest {
    /** The first request of a connection; answered by {@link ControlEvent.Hello}. */
    record Hello(int protocolVersion) implements ControlRequest {}

    /** Answered by {@link ControlEvent.State}. */
    record State() implements ControlRequest {}

    /** Answered by {@link ControlEvent.LoadCame}s; loading goes on when the client hangs up. */
    record Load(ModelSpec model) implements ControlRequest {}

    /** Answered by {@link ControlEvent.Unloaded}. */
    record Unload(String model) implements ControlRequest {}

    /** Answered by {@link ControlEvent.AnswerCame}s; cancelled when the client hangs up. */
    record Answer(AnswerRequest request) implements ControlRequest {}

    /** Ends an answer early; it then finishes as cancelled. Means nothing while there is none. */
    record Cancel() implements ControlRequest {}
}
