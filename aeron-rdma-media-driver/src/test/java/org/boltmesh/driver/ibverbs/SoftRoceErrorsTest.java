package org.boltmesh.driver.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real library's refusals, and that nothing is left of what was opened. */
@SoftRoce
class SoftRoceErrorsTest {
    private static final String DEVICE = "rxe1";
    private static final QueueDepths DEPTHS = new QueueDepths(4, 4);

    private final VerbsProvider provider = new IbverbsProvider();
    private VerbsProvider.Context context;

    @BeforeEach
    void open() {
        context = provider.open(DEVICE);
    }

    @AfterEach
    void close() {
        context.close();
    }

    private static void assertRefused(ThrowingCallable call, String verb, String errnoName) {
        assertThatThrownBy(call)
                .isInstanceOf(VerbsException.class)
                .hasMessageStartingWith(
                        verb + " on " + DEVICE + " failed with " + errnoName + " (");
    }

    @Test
    void shouldNameTheErrorOfWhatIsTooLarge() {
        int tooMany = context.queryDevice().maxCompletions() + 1;
        assertRefused(() -> context.createCompletionQueue(tooMany), "ibv_create_cq", "EINVAL");
        int tooDeep = context.queryDevice().maxQueueDepth() + 1;
        try (VerbsProvider.Domain domain = context.allocateDomain();
                VerbsProvider.Completions queue = context.createCompletionQueue(8)) {
            assertRefused(
                    () -> domain.createQueuePair(queue, queue, new QueueDepths(tooDeep, 4)),
                    "ibv_create_qp",
                    "EINVAL");
        }
    }

    @Test
    void shouldNameTheErrorOfAPortOrGidThatIsNotThere() {
        assertRefused(() -> context.queryPort(9), "ibv_query_port", "EINVAL");
        assertRefused(() -> context.queryPort(300), "ibv_query_port", "EINVAL");
        assertRefused(() -> context.queryGid(1, 100_000), "ibv_query_gid", "EINVAL");
        try (VerbsProvider.Domain domain = context.allocateDomain();
                VerbsProvider.Completions queue = context.createCompletionQueue(8);
                VerbsProvider.Pair pair = domain.createQueuePair(queue, queue, DEPTHS)) {
            pair.modifyToInit(1);
            RemoteQueuePair remote =
                    new RemoteQueuePair(context.queryGid(1, 1), 0, pair.number(), 0);
            assertThat(context.queryGid(1, 200)).isEqualTo(Gid.NONE);
            assertRefused(
                    () -> pair.modifyToReceive(remote, PathMtu.MTU_1024, 1, 200),
                    "ibv_modify_qp",
                    "ENODATA");
            assertRefused(
                    () -> pair.modifyToReceive(remote, PathMtu.MTU_1024, 1, 256),
                    "ibv_modify_qp",
                    "EINVAL");
        }
    }

    @Test
    void shouldNameTheErrorOfClosingWhatIsInUse() {
        VerbsProvider.Domain domain = context.allocateDomain();
        VerbsProvider.Completions queue = context.createCompletionQueue(8);
        VerbsProvider.Pair pair = domain.createQueuePair(queue, queue, DEPTHS);

        assertRefused(queue::close, "ibv_destroy_cq", "EBUSY");
        assertRefused(domain::close, "ibv_dealloc_pd", "EBUSY");
        pair.close();
        queue.close();
        domain.close();
    }

    @Test
    void shouldLeaveNoFilesAndNoMappings() throws IOException {
        openAndClose();
        long files = files();
        long mappings = mappings();
        for (int round = 0; round < 20; round++) {
            openAndClose();
        }

        assertThat(files()).isEqualTo(files);
        assertThat(mappings()).isLessThan(mappings + 10);
    }

    private void openAndClose() {
        VerbsProvider.Context opened = provider.open(DEVICE);
        VerbsProvider.Domain domain = opened.allocateDomain();
        VerbsProvider.Completions queue = opened.createCompletionQueue(8);
        VerbsProvider.Pair pair = domain.createQueuePair(queue, queue, DEPTHS);
        MemorySegment memory = opened.allocateMemory(1 << 20);
        VerbsProvider.Region region = domain.registerRegion(memory, VerbsProvider.Access.ALL);
        pair.close();
        region.close();
        opened.freeMemory(memory);
        queue.close();
        domain.close();
        opened.close();
    }

    private static long files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    private static long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.count();
        }
    }
}
