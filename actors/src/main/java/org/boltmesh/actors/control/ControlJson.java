package org.boltmesh.actors.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.process.FrameException;
import org.boltmesh.process.FrameJson;
import tools.jackson.databind.module.SimpleModule;

/** Requests and events as JSON, one value per frame. */
final class ControlJson {
    private static final FrameJson JSON =
            new FrameJson(
                    "control",
                    new SimpleModule()
                            .setMixInAnnotation(Prompt.class, PromptNames.class)
                            .setMixInAnnotation(LoadEvent.class, LoadEventNames.class)
                            .setMixInAnnotation(AnswerEvent.class, AnswerEventNames.class));

    private ControlJson() {}

    /** What the kinds of messages between actors are called here; actors know nothing of JSON. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Prompt.Text.class, name = "text"),
        @JsonSubTypes.Type(value = Prompt.Chat.class, name = "chat"),
        @JsonSubTypes.Type(value = Prompt.Tokens.class, name = "tokens"),
    })
    private interface PromptNames {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = LoadEvent.Progress.class, name = "progress"),
        @JsonSubTypes.Type(value = LoadEvent.Done.class, name = "done"),
        @JsonSubTypes.Type(value = LoadEvent.Refused.class, name = "refused"),
    })
    private interface LoadEventNames {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = AnswerEvent.Begun.class, name = "begun"),
        @JsonSubTypes.Type(value = AnswerEvent.Token.class, name = "token"),
        @JsonSubTypes.Type(value = AnswerEvent.Finished.class, name = "finished"),
        @JsonSubTypes.Type(value = AnswerEvent.Failed.class, name = "failed"),
    })
    private interface AnswerEventNames {}

    static byte[] encode(ControlRequest request) {
        return JSON.encode(request, ControlRequest.class);
    }

    static byte[] encode(ControlEvent event) {
        return JSON.encode(event, ControlEvent.class);
    }

    static ControlRequest request(byte[] frame) throws FrameException {
        return JSON.decode(frame, ControlRequest.class, "request");
    }

    static ControlEvent event(byte[] frame) throws FrameException {
        return JSON.decode(frame, ControlEvent.class, "event");
    }
}
