package org.boltmesh.actors.node;

import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.boltmesh.actors.settings.HostPort;

/** Pekko's members in our words. */
final class ClusterMembers {
    private ClusterMembers() {}

    static List<NodeMember> of(CurrentClusterState state) {
        List<NodeMember> members = new ArrayList<>();
        state.getMembers()
                .forEach(
                        member ->
                                members.add(
                                        of(member, !state.getUnreachable().contains(member))));
        return members;
    }

    static NodeMember of(Member member, boolean reachable) {
        return new NodeMember(
                NodeRoles.id(member.getRoles()),
                NodeRoles.name(member.getRoles()),
                place(member.address()),
                state(member.status()),
                member.upNumber(),
                reachable);
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
