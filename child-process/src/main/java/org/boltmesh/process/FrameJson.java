package org.boltmesh.process;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.json.JsonMapper;

/** Requests and events of one kind of process as JSON, one value per frame. */
public final class FrameJson {
    private static final int NESTING_MAX = 16;
    private static final int MESSAGE_LENGTH_MAX = 300;

    private final String owner;
    private final JsonMapper mapper;

    /**
     * JSON between control and one kind of process.
     *
     * @param owner what that process is, as in "is no engine request"
     */
    public FrameJson(String owner, JacksonModule... modules) {
        this.owner = owner;
        StreamReadConstraints constraints =
                StreamReadConstraints.builder()
                        .maxNestingDepth(NESTING_MAX)
                        .maxStringLength(Frames.LENGTH_MAX_BYTES)
                        .build();
        mapper =
                JsonMapper.builder(JsonFactory.builder().streamReadConstraints(constraints).build())
                        .enable(
                                DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                                DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                                DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                        .addModules(modules)
                        .build();
    }

    /** The frame of a value; {@code type} is the interface that its peers share. */
    public <T> byte[] encode(T value, Class<T> type) {
        return mapper.writerFor(type).writeValueAsBytes(value);
    }

    /**
     * The value of a frame.
     *
     * @param what the word for it, as in "request"
     * @throws FrameException when it is none
     */
    public <T> T decode(byte[] frame, Class<T> type, String what) throws FrameException {
        try {
            T value = mapper.readValue(frame, type);
            if (value != null) {
                return value;
            }
        } catch (JacksonException e) {
            throw unreadable(what, frame, e.getOriginalMessage());
        }
        throw unreadable(what, frame, "it is null");
    }

    private FrameException unreadable(String what, byte[] frame, String reason) {
        String shown =
                reason.length() <= MESSAGE_LENGTH_MAX
                        ? reason
                        : reason.substring(0, MESSAGE_LENGTH_MAX) + "...";
        return new FrameException(
                "frame of %d bytes is no %s %s: %s".formatted(frame.length, owner, what, shown));
    }
}
