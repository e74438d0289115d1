package org.boltmesh.bootstrap.gateway;

import java.time.Duration;

/**
 * How long a gateway waits for clients. None of it ends an answer that a client takes: those may
 * take as long as they take.
 *
 * @param head for the whole head of a request, and between two requests
 * @param body for the whole body of a request
 * @param status a stream begins by then, even if nobody knows yet whether it comes to anything
 * @param comment after so much silence a stream says that it lives: proxies end silent ones
 * @param stuck a reader that takes nothing for so long is gone
 */
record GatewayTimes(
        Duration head, Duration body, Duration status, Duration comment, Duration stuck) {
    static final GatewayTimes USUAL =
            new GatewayTimes(
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(5));
}
