package org.boltmesh.driver.mesh;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.status.CountersManager;
import org.boltmesh.driver.lane.LaneSizes;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All links of this node, and which datagram goes by which. The driver's loop owns it and calls
 * {@link #doWork} each turn; {@link #join} and {@link #status} are for any thread. Once the links
 * stand, a turn allocates nothing but a status now and then.
 */
public final class Mesh implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Mesh.class);
    private static final long STATUS_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long HANDSHAKE_POLL_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long CLOSE_MAX_NS = TimeUnit.SECONDS.toNanos(3);

    private final MeshSettings settings;
    private final LongSupplier clock;
    private final ErrorHandler errors;
    private final String providerName;
    private final Loop loop = new Loop();
    private final LocalEndpoints endpoints = new LocalEndpoints();
    private final Routes routes = new Routes();
    private final MistakeRest rest = new MistakeRest();
    private final Set<InetAddress> members = new HashSet<>();
    private final long instance = new SecureRandom().nextLong();
    private final Optional<MeshLinks> links;
    private final Optional<HandshakeSocket> socket;
    private Optional<LinkCounters> counters = Optional.empty();
    private Optional<MeshView> view = Optional.empty();
    private String problem;
    private long strangers;
    private long nowNs;
    private long statusNs;
    private long handshakeNs;
    private volatile MeshStatus status;

    /**
     * A mesh without links yet.
     *
     * @param provider of the devices, closed with this; empty for none, so that all goes by UDP
     * @param problem why there is none, in words for people; empty if nothing is wrong
     * @param clock nanoseconds
     * @param errors hears of mistakes in what comes and goes
     * @throws MeshException if handshakes cannot be taken where the settings want it
     */
    public Mesh(
            MeshSettings settings,
            Optional<VerbsProvider> provider,
            String problem,
            LongSupplier clock,
            ErrorHandler errors) {
        this.settings = settings;
        this.problem = problem;
        this.clock = clock;
        this.errors = errors;
        nowNs = clock.getAsLong();
        statusNs = nowNs;
        handshakeNs = nowNs;
        providerName = provider.map(VerbsProvider::name).orElse(MeshStatus.OFF.provider());
        socket = provider.map(_ -> HandshakeSocket.open(settings.bind()));
        links = provider.map(verbs -> new MeshLinks(verbs, new Context(), clock));
        status = currentStatus();
    }

    /** Tells who the peers are; any thread. What cannot be used is told in the status. */
    public void join(MeshView newView) {
        loop.run(() -> joinNow(newView));
    }

    private void joinNow(MeshView newView) {
        if (view.filter(newView::equals).isPresent()) {
            return;
        }
        view = Optional.of(newView);
        routes.onChanged();
        take(newView);
    }

    private void take(MeshView newView) {
        try {
            members.clear();
            newView.peers().stream()
                    .flatMap(peer -> peer.hosts().stream())
                    .map(MeshLinks::literal)
                    .forEach(members::add);
            if (!rest.isResting()) {
                links.ifPresent(present -> present.join(newView));
            }
        } catch (IllegalArgumentException e) {
            problem = "what control says of the peers cannot be used: " + e.getMessage();
            LOG.error("{}", problem);
        }
    }

    /** Shows the links among Aeron's counters from now on; before the first turn. */
    public void showIn(CountersManager manager) {
        counters = Optional.of(new LinkCounters(manager));
    }

    /** Takes the time for {@link #nowNs}; before endpoints are asked to do anything in a turn. */
    public void updateClock() {
        nowNs = clock.getAsLong();
    }

    /**
     * One turn; returns how much there was to do, keep-alives left out. What it throws is a mistake
     * of ours, after which the caller breaks off all links.
     */
    public int doWork() {
        updateClock();
        rest.throwNoted();
        if (rest.end(nowNs)) {
            beginAnew();
        }
        int work = loop.work();
        if (links.isPresent() && (rest.isResting() || !links.get().isEmpty())) {
            work += workLinks(links.get());
        }
        if (routes.isStale()) {
            rebuildRoutes();
        }
        if (nowNs - statusNs >= STATUS_NS) {
            statusNs = nowNs;
            status = currentStatus();
            counters.ifPresent(shown -> shown.update(status.links(), strangers));
        }
        return work;
    }

    /**
     * Ends all links after a mistake, since nobody knows what they would do now: a lane that is not
     * polled would hold its traffic back for ever. All goes by UDP, until they are begun anew after
     * a rest that gets longer with each mistake.
     */
    public void breakOff() {
        rest.begin(nowNs);
        links.ifPresent(MeshLinks::breakOff);
        rebuildRoutes();
    }

    private void beginAnew() {
        view.ifPresent(this::take);
    }

    private int workLinks(MeshLinks present) {
        int work = 0;
        if (nowNs - handshakeNs >= HANDSHAKE_POLL_NS) {
            handshakeNs = nowNs;
            work += socket.orElseThrow().poll(present::onHandshake);
        }
        work += present.work(nowNs);
        List<LocalEndpoint> all = endpoints.all();
        for (int index = 0; index < all.size(); index++) {
            all.get(index).onTick(nowNs);
        }
        return work;
    }

    /**
     * The way to an address; null where it is not by a lane. Another one may be right after {@link
     * #routesVersion} has changed.
     */
    public @Nullable Route route(InetSocketAddress address) {
        return routes.to(address);
    }

    /** Changes whenever routes come or go. */
    public int routesVersion() {
        return routes.version();
    }

    /** Whether any datagram goes by a lane. */
    public boolean hasRoutes() {
        return !routes.isEmpty();
    }

    /**
     * Whether a datagram that came from there is to be taken, which counts those that are not: all
     * are until the peers are known.
     */
    public boolean isMember(InetAddress address) {
        boolean isMember =
                view.isEmpty() || address.isLoopbackAddress() || members.contains(address);
        if (!isMember) {
            strangers++;
        }
        return isMember;
    }

    private void rebuildRoutes() {
        routes.rebuild(links.map(MeshLinks::peers).orElse(List.of()));
    }

    /** An endpoint begins; returns its number, by which it sends. */
    public int add(LocalEndpoint endpoint) {
        routes.onChanged();
        return endpoints.add(endpoint);
    }

    /** An endpoint ends. */
    public void remove(int id) {
        routes.onChanged();
        endpoints.remove(id);
    }

    /** Of all links. */
    public LaneSizes sizes() {
        return settings.sizes();
    }

    /** When the present turn began. */
    public long nowNs() {
        return nowNs;
    }

    /** The latest; any thread. */
    public MeshStatus status() {
        return status;
    }

    private MeshStatus currentStatus() {
        String devices =
                rest.isResting()
                        ? "links rest after a mistake of ours, of which the log tells"
                        : links.map(MeshLinks::problem).orElse("");
        return new MeshStatus(
                providerName,
                problem.isEmpty() ? devices : problem,
                socket.map(HandshakeSocket::port).orElse(0),
                links.map(MeshLinks::wantsRestart).orElse(false),
                links.map(MeshLinks::statuses).orElse(List.of()));
    }

    /** Destroys all queue pairs and regions and tells the peers; by the loop, at its end. */
    @Override
    public void close() {
        links.ifPresent(present -> present.close(CLOSE_MAX_NS));
        socket.ifPresent(HandshakeSocket::close);
    }

    private final class Context implements MeshContext {
        @Override
        public long nowNs() {
            return nowNs;
        }

        @Override
        public Loop loop() {
            return loop;
        }

        @Override
        public MeshSettings settings() {
            return settings;
        }

        @Override
        public LocalEndpoints endpoints() {
            return endpoints;
        }

        @Override
        public void onRoutesChanged() {
            routes.onChanged();
        }

        @Override
        public boolean isClaimedByOther(InetSocketAddress address, PeerLinks peer) {
            return links.isPresent() && links.get().isClaimedByOther(address, peer);
        }

        @Override
        public void onMistake(RuntimeException e) {
            rest.note(e);
        }

        @Override
        public void report(RuntimeException e) {
            errors.onError(e);
        }

        @Override
        public void repeatStatusMessages() {
            endpoints.all().forEach(LocalEndpoint::repeatStatusMessages);
        }

        @Override
        public long instance() {
            return instance;
        }

        @Override
        public void sendHandshake(ByteBuffer datagram, List<InetSocketAddress> to) {
            socket.ifPresent(open -> open.send(datagram, to));
        }
    }
}
