package org.boltmesh.driver;

import org.boltmesh.process.FrameException;
import org.boltmesh.process.FrameJson;

/** Requests and events as JSON, one value per frame. */
final class DriverJson {
    private static final FrameJson JSON = new FrameJson("media driver");

    private DriverJson() {}

    static byte[] encode(DriverRequest request) {
        return JSON.encode(request, DriverRequest.class);
    }

    static byte[] encode(DriverEvent event) {
        return JSON.encode(event, DriverEvent.class);
    }

    static DriverRequest request(byte[] frame) throws FrameException {
        return JSON.decode(frame, DriverRequest.class, "request");
    }

    static DriverEvent event(byte[] frame) throws FrameException {
        return JSON.decode(frame, DriverEvent.class, "event");
    }
}
