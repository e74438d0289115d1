package org.boltmesh.driver.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * An open RDMA device and everything made from it. Belongs to the thread that opened it, its
 * <em>device thread</em>: all calls here and on its objects that create, modify, query, register or
 * destroy may block and are made there ({@link DeviceThread} gives them deadlines). Only posting
 * and polling belong to another thread.
 */
public final class Device implements AutoCloseable {
    private final VerbsProvider.Context context;
    private final Owned owned;

    private Device(
            VerbsProvider provider,
            VerbsProvider.Context context,
            String name,
            RegisteredMemoryBudget budget) {
        this.context = context;
        DeviceAttributes attributes = context.queryDevice();
        this.owned = new Owned(provider, name, attributes, budget);
    }

    /**
     * Opens a device for the calling thread.
     *
     * @param budget what may be registered on it and on all others that share the budget
     */
    public static Device open(VerbsProvider provider, String name, RegisteredMemoryBudget budget) {
        VerbsProvider.Context context = provider.open(name);
        try {
            return new Device(provider, context, name, budget);
        } catch (VerbsException e) {
            throw Owned.closingAfter(e, context::close);
        }
    }

    public String name() {
        return owned.device();
    }

    public Manners manners() {
        return owned.manners();
    }

    public DeviceAttributes attributes() {
        return owned.attributes();
    }

    /** What this process holds of the device. */
    public DeviceLedger ledger() {
        return owned.ledger();
    }

    public PortAttributes queryPort(int port) {
        owned.checkThread();
        return context.queryPort(port);
    }

    /** The whole GID table of a port, {@link Gid#NONE} where an entry is unused. */
    public List<Gid> queryGids(int port) {
        int length = queryPort(port).gidTableLength();
        List<Gid> gids = new ArrayList<>(length);
        for (int index = 0; index < length; index++) {
            gids.add(context.queryGid(port, index));
        }
        return List.copyOf(gids);
    }

    /** Where the first IPv4-mapped GID of a port is in its table; empty if it has none. */
    public OptionalInt findIpv4GidIndex(int port) {
        List<Gid> gids = queryGids(port);
        for (int index = 0; index < gids.size(); index++) {
            if (gids.get(index).isIpv4()) {
                return OptionalInt.of(index);
            }
        }
        return OptionalInt.empty();
    }

    public ProtectionDomain allocateProtectionDomain() {
        owned.checkThread();
        return new ProtectionDomain(context, context.allocateDomain(), owned);
    }

    /** A completion queue for at least this many completions. */
    public CompletionQueue createCompletionQueue(int entries) {
        owned.checkThread();
        return new CompletionQueue(context.createCompletionQueue(entries), owned);
    }

    /**
     * Closes everything that is still open and then the device: queue pairs, regions with their
     * memory, completion queues, protection domains. Goes on after a failure and throws the first.
     *
     * @throws IllegalStateException if another thread has not retired what it posts to and polls
     */
    @Override
    public void close() {
        owned.closeAll(context::close);
    }
}
