package org.boltmesh.driver.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.boltmesh.driver.mesh.MeshNodes.Ear;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Peers that announce, over a real lane, what is not theirs; and peers that are none any more. */
@Timeout(60)
class ForeignEndpointsTest {
    private static final Map<String, String> APART =
            Map.of("a", "10.0.0.1", "b", "10.0.0.2", "c", "10.0.0.3");
    private static final Map<String, String> TOGETHER =
            Map.of("a", "127.0.0.1", "b", "127.0.0.1", "c", "127.0.0.1");

    @TempDir private Path folder;

    private static InetSocketAddress at(String host, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(host), port);
    }

    @Test
    void shouldNotLetAPeerCaptureWhatIsMeantForOthers() {
        try (var nodes = new MeshNodes(folder, APART)) {
            Ear own = new Ear(at("10.0.0.1", 4000));
            Ear thief = new Ear(at("10.0.0.3", 4000));
            Ear honest = new Ear(at("10.0.0.2", 4000));
            Ear owner = new Ear(at("10.0.0.3", 4000));
            int source = nodes.of("a").add(own);
            nodes.of("b").add(honest);
            nodes.of("b").add(thief);
            nodes.turnUntil(() -> nodes.dropped("a", "b", "foreign-endpoint") == 1);
            nodes.settle();
            assertThat(nodes.of("a").route(thief.address())).as("before its owner").isNull();
            nodes.of("c").add(owner);
            nodes.turnUntil(() -> nodes.send("a", owner.address(), source));
            nodes.turnUntil(() -> nodes.send("a", honest.address(), source));
            nodes.turnUntil(() -> !owner.sources.isEmpty() && !honest.sources.isEmpty());
            assertThat(owner.sources).containsOnly(own.address());
            assertThat(thief.sources).isEmpty();
            nodes.of("b").add(new Ear(own.address()));
            nodes.turnUntil(() -> nodes.dropped("a", "b", "foreign-endpoint") == 3);
            nodes.settle();
            assertThat(nodes.of("a").route(own.address())).isNull();
            nodes.fabric.pull(nodes.cable("c"));
            nodes.turnUntil(() -> !nodes.isUp("a", "c"));
            nodes.settle();
            assertThat(nodes.of("a").route(owner.address())).as("without its owner").isNull();
        }
    }

    @Test
    void shouldDropWhatSaysThatItComesFromAnother() {
        try (var nodes = new MeshNodes(folder, APART)) {
            Ear target = new Ear(at("10.0.0.1", 4000));
            nodes.of("a").add(target);
            int honest = nodes.of("b").add(new Ear(at("10.0.0.2", 4000)));
            int forged = nodes.of("b").add(new Ear(at("10.0.0.3", 4000)));
            nodes.turnUntil(() -> nodes.send("b", target.address(), forged));
            nodes.turnUntil(() -> nodes.send("b", target.address(), honest));
            nodes.turnUntil(() -> nodes.dropped("a", "b", "stray") > 0);
            nodes.turnUntil(() -> !target.sources.isEmpty());
            assertThat(target.sources).containsExactly(at("10.0.0.2", 4000));
        }
    }

    /** On one machine nobody can tell whose address of loopback it is. */
    @Test
    void shouldLeaveToUdpWhatTwoPeersClaim() {
        try (var nodes = new MeshNodes(folder, TOGETHER)) {
            InetSocketAddress claimed = at("127.0.0.1", 4000);
            Ear owner = new Ear(claimed);
            Ear thief = new Ear(claimed);
            int source = nodes.of("a").add(new Ear(at("127.0.0.1", 4001)));
            nodes.of("c").add(owner);
            nodes.turnUntil(() -> nodes.send("a", claimed, source));
            int stolen = nodes.of("b").add(thief);
            nodes.turnUntil(() -> nodes.dropped("a", "b", "foreign-endpoint") > 0);
            nodes.turnUntil(() -> nodes.of("a").route(claimed) == null);
            nodes.fabric.pull(nodes.cable("c"));
            nodes.turnUntil(() -> !nodes.isUp("a", "c"));
            nodes.settle();
            assertThat(nodes.of("a").route(claimed)).as("while its owner is away").isNull();
            nodes.fabric.plug(nodes.cable("c"));
            nodes.of("b").remove(stolen);
            nodes.turnUntil(() -> nodes.send("a", claimed, source));
            nodes.turnUntil(() -> owner.sources.size() == 2);
            assertThat(thief.sources).isEmpty();
        }
    }

    @Test
    void shouldHearAnewWhereAPeerIs() {
        try (var nodes = new MeshNodes(folder, APART)) {
            Ear elsewhere = new Ear(at("10.0.9.2", 4000));
            int source = nodes.of("a").add(new Ear(at("10.0.0.1", 4000)));
            nodes.of("b").add(elsewhere);
            nodes.turnUntil(() -> nodes.dropped("a", "b", "foreign-endpoint") > 0);
            nodes.move("b", "10.0.9.2");
            nodes.turnUntil(() -> nodes.send("a", elsewhere.address(), source));
            nodes.turnUntil(() -> !elsewhere.sources.isEmpty());
        }
    }

    @Test
    void shouldTakeNothingOverLanesFromWhoIsNoMemberAnyMore() {
        try (var nodes = new MeshNodes(folder, APART)) {
            Ear target = new Ear(at("10.0.0.1", 4000));
            nodes.of("a").add(target);
            int source = nodes.of("b").add(new Ear(at("10.0.0.2", 4000)));
            nodes.turnUntil(() -> nodes.send("b", target.address(), source));
            nodes.turnUntil(() -> target.sources.size() == 1);
            assertThat(nodes.of("a").isMember(InetAddress.ofLiteral("10.0.0.2"))).isTrue();
            nodes.join("a", List.of("c"));
            // What is under way then, and what the peer sends until it knows.
            nodes.turn();
            nodes.send("b", target.address(), source);
            nodes.turnUntil(() -> !nodes.isUp("b", "a"));
            nodes.settle();
            assertThat(nodes.send("b", target.address(), source)).isFalse();
            assertThat(target.sources).hasSize(1);
            assertThat(nodes.of("a").isMember(InetAddress.ofLiteral("10.0.0.2"))).isFalse();
            nodes.turnUntil(() -> nodes.fabric.queuePairsHeld(nodes.cable("b")) == 0);
        }
    }

    @Test
    void shouldGoOnWhenAnEndpointCannotTakeADatagram() {
        try (var nodes = new MeshNodes(folder, APART)) {
            Ear target = new Ear(at("10.0.0.1", 4000));
            target.throwsUp = true;
            nodes.of("a").add(target);
            int source = nodes.of("b").add(new Ear(at("10.0.0.2", 4000)));
            for (int count = 1; count <= 600; count++) { // more than the lane has slots
                int wanted = count;
                nodes.turnUntil(() -> nodes.send("b", target.address(), source));
                nodes.turnUntil(() -> target.sources.size() == wanted);
            }
            assertThat(nodes.errors).hasSize(600);
            assertThat(nodes.isUp("a", "b")).isTrue();
        }
    }
}
