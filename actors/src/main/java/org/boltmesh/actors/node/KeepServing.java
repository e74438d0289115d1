package org.boltmesh.actors.node;

import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.sbr.DowningStrategy;
import scala.Option;
import scala.collection.immutable.SortedSet;

/**
 * Who goes when some nodes cannot reach others: the smaller side, and of equal sides the one
 * without the lowest address; but of two nodes each goes on alone. A crash of one of two and a cut
 * cable look the same, and every strategy of Pekko's stops one of two nodes when the other crashes.
 * After a cut between two, both serve until one of them is restarted and joins the other; what they
 * decided meanwhile is merged by epoch.
 *
 * <p>Pekko asks it for a decision when reachability has been stable. Its base class is internal to
 * Pekko, and so bound to the version that the build pins.
 */
final class KeepServing extends DowningStrategy {
    private static final int TWO = 2;

    KeepServing(String selfDataCenter, UniqueAddress self) {
        super(selfDataCenter, self);
    }

    @Override
    public Option<String> role() {
        return Option.empty();
    }

    @Override
    public Decision decide() {
        if (membersWithRole().size() <= TWO) {
            return DowningStrategy.DownUnreachable$.MODULE$;
        }
        if (hasIndirectlyConnected()) {
            return DowningStrategy.DownIndirectlyConnected$.MODULE$;
        }
        return isOurSideKept()
                ? DowningStrategy.DownUnreachable$.MODULE$
                : DowningStrategy.DownReachable$.MODULE$;
    }

    private boolean isOurSideKept() {
        SortedSet<Member> members = membersWithRole();
        int ours = reachableMembersWithRole().size();
        int theirs = unreachableMembersWithRole().size();
        return ours == theirs ? !unreachable(members.head()) : ours > theirs;
    }
}
