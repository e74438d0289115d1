package org.boltmesh.actors.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;

/** What a node tells a command. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ControlEvent.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = ControlEvent.State.class, name = "state"),
    @JsonSubTypes.Type(value = ControlEvent.LoadCame.class, name = "load"),
    @JsonSubTypes.Type(value = ControlEvent.Unloaded.class, name = "unloaded"),
    @JsonSubTypes.Type(value = ControlEvent.AnswerCame.class, name = "answer"),
    @JsonSubTypes.Type(value = ControlEvent.Refused.class, name = "refused"),
})
public sealed interface ControlEvent {
    /** Says which node this is. It hangs up on a client of another version. */
    record Hello(int protocolVersion, long processId, String node) implements ControlEvent {
        /** Counts up when a request or event changes its meaning. */
        public static final int PROTOCOL_VERSION = 1;
    }

    /** The cluster as its director knows it. */
    record State(ClusterState cluster) implements ControlEvent {}

    /** What becomes of a load. */
    record LoadCame(LoadEvent event) implements ControlEvent {}

    /** The model is gone, or not, and why not. */
    record Unloaded(Optional<String> refusal) implements ControlEvent {}

    /** What becomes of an answer. */
    record AnswerCame(AnswerEvent event) implements ControlEvent {}

    /** The request is not fulfilled, in a sentence for people. */
    record Refused(String message) implements ControlEvent {}
}
