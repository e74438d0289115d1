package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A row that changes here breaks clusters whose nodes are updated one by one. */
class RemoteMessagesTest {
    @Test
    void shouldKeepEveryRow() {
        assertThat(
                        RemoteMessages.table().rows().stream()
                                .map(
                                        row ->
                                                "%d %s %s"
                                                        .formatted(
                                                                row.id(),
                                                                row.manifest().orElse("part"),
                                                                row.type().getSimpleName())))
                .containsExactly(
                        "100 node-list-nodes:1 ListNodes",
                        "101 node-nodes:1 Nodes",
                        "102 part NodeMember",
                        "103 part NodeState",
                        "104 part HostPort");
    }
}
