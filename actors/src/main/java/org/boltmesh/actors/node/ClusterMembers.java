package org.boltmesh.actors.node;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.ClusterEvent.ClusterDomainEvent;
import org.apache.pekko.cluster.ClusterEvent.MemberEvent;
import org.apache.pekko.cluster.ClusterEvent.MemberRemoved;
import org.apache.pekko.cluster.ClusterEvent.ReachableMember;
import org.apache.pekko.cluster.ClusterEvent.UnreachableMember;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.UniqueAddress;
import org.boltmesh.actors.settings.HostPort;

/**
 * Pekko's members in our words, kept up by its events: its own view of the state may be older than
 * the event that tells of a change. Not thread-safe: the guardian owns it.
 */
final class ClusterMembers {
    private final Map<UniqueAddress, Member> members = new LinkedHashMap<>();
    private final Set<UniqueAddress> unreachable = new HashSet<>();

    /** Takes a change; others than of members are ignored. */
    void apply(ClusterDomainEvent event) {
        switch (event) {
            case MemberRemoved removed -> {
                members.remove(removed.member().uniqueAddress());
                unreachable.remove(removed.member().uniqueAddress());
            }
            case MemberEvent changed ->
                    members.put(changed.member().uniqueAddress(), changed.member());
            case UnreachableMember lost -> unreachable.add(lost.member().uniqueAddress());
            case ReachableMember found -> unreachable.remove(found.member().uniqueAddress());
            default -> {}
        }
    }

    /** Who is in the cluster now. */
    Membership membership() {
        return new Membership(members.values().stream().map(this::inOurWords).toList());
    }

    /** One of them, if it has joined. */
    Optional<NodeMember> find(UniqueAddress address) {
        return Optional.ofNullable(members.get(address)).map(this::inOurWords);
    }

    private NodeMember inOurWords(Member member) {
        return new NodeMember(
                NodeRoles.id(member.getRoles()),
                NodeRoles.name(member.getRoles()),
                place(member.address()),
                state(member.status()),
                member.upNumber(),
                !unreachable.contains(member.uniqueAddress()));
    }

    private static HostPort place(Address address) {
        String host = address.getHost().orElse("?");
        return new HostPort(
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                address.getPort().orElse(0));
    }

    private static NodeState state(MemberStatus status) {
        if (status.equals(MemberStatus.joining()) || status.equals(MemberStatus.weaklyUp())) {
            return NodeState.JOINING;
        }
        if (status.equals(MemberStatus.up())) {
            return NodeState.UP;
        }
        return status.equals(MemberStatus.leaving()) || status.equals(MemberStatus.exiting())
                ? NodeState.LEAVING
                : NodeState.DOWN;
    }
}
