package org.boltmesh.shards.engine;

import java.util.ArrayList;
import java.util.List;

/** Keeps the events of generations. */
final class RecordingSink implements EventSink {
    private final List<EngineEvent> events = new ArrayList<>();

    @Override
    public void send(EngineEvent event) {
        events.add(event);
    }

    List<EngineEvent> events() {
        return events;
    }

    List<Integer> tokens(long requestId) {
        return events.stream()
                .filter(EngineEvent.Token.class::isInstance)
                .map(EngineEvent.Token.class::cast)
                .filter(token -> token.requestId() == requestId)
                .map(EngineEvent.Token::token)
                .toList();
    }

    EngineEvent.Finished finished(long requestId) {
        return events.stream()
                .filter(EngineEvent.Finished.class::isInstance)
                .map(EngineEvent.Finished.class::cast)
                .filter(finished -> finished.requestId() == requestId)
                .findFirst()
                .orElseThrow(() -> new AssertionError("not finished: " + requestId));
    }
}
