package org.boltmesh.actors.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.junit.jupiter.api.Test;

class MeshTableTest {
    private final MeshTable table = new MeshTable(100);
    private final TestInbox<MeshKeeper.Command> a = TestInbox.create("a");
    private final TestInbox<MeshKeeper.Command> b = TestInbox.create("b");

    private static MeshReport report(
            MeshFacts facts, TestInbox<MeshKeeper.Command> keeper, long revision) {
        return new MeshReport(facts, revision, true, List.of(), keeper.getRef());
    }

    @Test
    void shouldTellAllOfEachChangeAndOfNothingElse() {
        assertThat(table.isNew(report(Nodes.node("a"), a, 0))).isTrue();
        assertThat(table.put(report(Nodes.node("a"), a, 0))).isTrue();
        assertThat(table.isNew(report(Nodes.node("a"), b, 0))).isTrue();
        assertThat(table.put(report(Nodes.node("a"), a, 101))).isFalse();
        assertThat(table.put(report(Nodes.node("b"), b, 0))).isTrue();
        assertThat(table.put(report(Nodes.node("b", "cable"), b, 102))).isTrue();
        table.tellAll();
        var roster = new MeshKeeper.Roster(103, List.of(Nodes.node("a"), Nodes.node("b", "cable")));
        a.expectMessage(roster);
        b.expectMessage(roster);
    }

    @Test
    void shouldKnowWhoHasNotHeard() {
        table.put(report(Nodes.node("a"), a, 0));
        assertThat(table.isBehind(report(Nodes.node("a"), a, 100))).isTrue();
        assertThat(table.isBehind(report(Nodes.node("a"), a, 101))).isFalse();
    }

    @Test
    void shouldForgetADeadNodeButNotItsNextLife() {
        table.put(report(Nodes.node("a"), a, 0));
        table.put(report(Nodes.node("a"), b, 0));
        assertThat(table.remove(Nodes.id("a"), a.getRef())).isFalse();
        assertThat(table.remove(Nodes.id("a"), b.getRef())).isTrue();
        assertThat(table.roster().nodes()).isEmpty();
        assertThat(table.roster().revision()).isEqualTo(102);
        assertThat(table.find(Nodes.id("a"))).isEmpty();
    }
}
