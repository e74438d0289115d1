package org.boltmesh.actors.node;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Who is in the cluster, each node once. Pure: made anew from every change. */
final class Membership {
    /** Of two with one id: the one that answers, else the younger. */
    private static final BinaryOperator<NodeMember> NEWER =
            BinaryOperator.maxBy(
                    Comparator.comparing(NodeMember::reachable)
                            .thenComparingInt(NodeMember::age)
                            .thenComparing(member -> member.address().toString()));

    private static final Comparator<NodeMember> AGE =
            Comparator.comparingInt(NodeMember::age)
                    .thenComparing(member -> member.address().toString());

    private final List<NodeMember> all;

    Membership(List<NodeMember> all) {
        this.all = all.stream().filter(member -> member.state() != NodeState.DOWN).toList();
    }

    /** Each node once, by name: one that came back elsewhere may still stand at its old place. */
    List<NodeMember> nodes() {
        Map<UUID, NodeMember> byId =
                all.stream().collect(Collectors.toMap(NodeMember::id, Function.identity(), NEWER));
        return byId.values().stream()
                .sorted(Comparator.comparing(NodeMember::name).thenComparing(AGE))
                .toList();
    }

    /**
     * The node that has this one's name or id and was there before: this one must go. One that does
     * not answer is no reason, it may be this one's former self.
     */
    Optional<NodeMember> rival(NodeMember self) {
        return all.stream()
                .filter(other -> !other.address().equals(self.address()) && other.reachable())
                .filter(other -> other.id().equals(self.id()) || other.name().equals(self.name()))
                .filter(other -> AGE.compare(other, self) < 0)
                .min(AGE);
    }

    /** For the log. */
    @Override
    public String toString() {
        return nodes().stream().map(NodeMember::toString).collect(Collectors.joining(", "));
    }
}
