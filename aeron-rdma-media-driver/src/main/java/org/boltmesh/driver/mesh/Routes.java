package org.boltmesh.driver.mesh;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which addresses are reached by a lane. The driver's loop owns it. */
final class Routes {
    private final Map<InetSocketAddress, Route> routes = new HashMap<>();
    private boolean stale;
    private int version;

    @Nullable Route to(InetSocketAddress address) {
        return routes.get(address);
    }

    boolean isEmpty() {
        return routes.isEmpty();
    }

    /** Changes whenever routes come or go. */
    int version() {
        return version;
    }

    /** Peers, links or endpoints have changed. */
    void onChanged() {
        stale = true;
    }

    boolean isStale() {
        return stale;
    }

    void rebuild(List<PeerLinks> peers) {
        stale = false;
        routes.clear();
        Set<InetSocketAddress> claimed = new HashSet<>();
        peers.forEach(peer -> add(peer, claimed));
        version++;
    }

    /** What two peers claim to have, be they linked or not, goes by UDP, which knows better. */
    private void add(PeerLinks peer, Set<InetSocketAddress> claimed) {
        boolean isLinked = peer.current() != null;
        for (InetSocketAddress address : peer.remote().addresses()) {
            if (!claimed.add(address)) {
                routes.remove(address);
            } else if (isLinked && peer.mayHave(address)) {
                routes.put(address, new Route(peer, peer.remote().id(address)));
            }
        }
    }
}
