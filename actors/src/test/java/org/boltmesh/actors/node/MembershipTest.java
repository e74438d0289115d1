package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.boltmesh.actors.settings.HostPort;
import org.junit.jupiter.api.Test;

class MembershipTest {
    private static final UUID ID_A = new UUID(0, 10);
    private static final UUID ID_B = new UUID(0, 11);

    @Test
    void shouldCountANodeOnceThatCameBackElsewhere() {
        NodeMember before = member(ID_A, "a", 1, 1, false);
        NodeMember after = member(ID_A, "a", 2, 5, true);
        NodeMember other = member(ID_B, "b", 3, 2, true);
        assertThat(new Membership(List.of(before, other, after)).nodes())
                .containsExactly(after, other);
        assertThat(new Membership(List.of(after, before)).nodes()).containsExactly(after);
    }

    @Test
    void shouldLeaveOutWhoWasRemoved() {
        NodeMember down = new NodeMember(ID_A, "a", new HostPort("h", 1), NodeState.DOWN, 1, false);
        assertThat(new Membership(List.of(down)).nodes()).isEmpty();
    }

    @Test
    void shouldYieldToTheOlderOfOneName() {
        NodeMember older = member(ID_A, "a", 1, 1, true);
        NodeMember younger = member(ID_B, "a", 2, 2, true);
        var membership = new Membership(List.of(younger, older));
        assertThat(membership.rival(younger)).contains(older);
        assertThat(membership.rival(older)).isEmpty();
        assertThat(NodeEnd.displaced(younger, older).sentence())
                .isEqualTo(
                        "node name a is taken by the node at h:1; give each node its own boltmesh.node-name");
    }

    @Test
    void shouldYieldToTheOlderOfOneId() {
        NodeMember older = member(ID_A, "a", 1, 1, true);
        NodeMember copy = member(ID_A, "b", 2, 2, true);
        assertThat(new Membership(List.of(older, copy)).rival(copy)).contains(older);
        assertThat(NodeEnd.displaced(copy, older).sentence()).contains("is a copy");
    }

    @Test
    void shouldNotYieldToItsFormerSelf() {
        NodeMember before = member(ID_A, "a", 1, 1, false);
        NodeMember after = member(ID_A, "a", 2, 2, true);
        assertThat(new Membership(List.of(before, after)).rival(after)).isEmpty();
    }

    private static NodeMember member(UUID id, String name, int port, int age, boolean reachable) {
        return new NodeMember(id, name, new HostPort("h", port), NodeState.UP, age, reachable);
    }
}
