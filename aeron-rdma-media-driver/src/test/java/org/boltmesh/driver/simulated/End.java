package org.boltmesh.driver.simulated;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsProvider;

/** One end of a connection over the bare provider, with a log of its completions. */
final class End implements CompletionHandler {
    static final int PAGE = 16384;
    private static final int PAGES = 8;

    final VerbsProvider.Context context;
    final VerbsProvider.Domain domain;
    final VerbsProvider.Completions completions;
    final MemorySegment memory;
    final VerbsProvider.Region region;
    final VerbsProvider.Pair pair;

    /** Such as {@code sent 3}, {@code received 4 of 100}, {@code failed 5 WR_FLUSH_ERR}. */
    final List<String> log = new ArrayList<>();

    End(VerbsProvider provider, String device, QueueDepths depths) {
        context = provider.open(device);
        domain = context.allocateDomain();
        completions = context.createCompletionQueue(64);
        memory = context.allocateMemory(PAGES * PAGE);
        region = domain.registerRegion(memory, VerbsProvider.Access.ALL);
        pair = domain.createQueuePair(completions, completions, depths);
    }

    End(VerbsProvider provider, String device) {
        this(provider, device, new QueueDepths(64, 64));
    }

    RemoteQueuePair address() {
        return new RemoteQueuePair(context.queryGid(1, 1), 0, pair.number(), 0);
    }

    void receiveFrom(RemoteQueuePair remote) {
        pair.modifyToInit(1);
        pair.modifyToReceive(remote, PathMtu.MTU_1024, 1, 1);
    }

    static void connect(End one, End other) {
        one.receiveFrom(other.address());
        other.receiveFrom(one.address());
        one.pair.modifyToSend(0);
        other.pair.modifyToSend(0);
    }

    int receive(long id, int lengthBytes) {
        return pair.postReceive(id, region, id * PAGE, lengthBytes);
    }

    int send(long id, int lengthBytes) {
        return pair.postSend(id, region, id * PAGE, lengthBytes);
    }

    void fill(long id, int value) {
        memory.asSlice(id * PAGE, PAGE).fill((byte) value);
    }

    int at(long id, int index) {
        return memory.get(ValueLayout.JAVA_BYTE, id * PAGE + index);
    }

    int poll() {
        return completions.poll(this, 16);
    }

    static void poll(End one, End other) {
        for (int i = 0; i < 20; i++) {
            one.poll();
            other.poll();
        }
    }

    void close() {
        pair.close();
        region.close();
        context.freeMemory(memory);
        completions.close();
        domain.close();
        context.close();
    }

    @Override
    public void onSent(int queuePairNumber, long workRequestId) {
        log.add("sent " + workRequestId);
    }

    @Override
    public void onReceived(int queuePairNumber, long workRequestId, int lengthBytes) {
        log.add("received %d of %d".formatted(workRequestId, lengthBytes));
    }

    @Override
    public void onFailed(
            int queuePairNumber, long workRequestId, CompletionStatus status, int vendorError) {
        log.add("failed %d %s".formatted(workRequestId, status));
    }
}
