package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process dies inside a verb, at every point at which shared memory is half changed: the other
 * end goes on, nothing of the dead one stays, and a next one finds all as new.
 */
class CrashTest {
    /** Each point is a process, so only some are tried; all with 1. */
    private static final int STRIDE = Integer.getInteger("boltmesh.crash-stride", 4);

    /** Verbs that change what processes share. */
    private static final List<Verb> VERBS =
            List.of(
                    Verb.MMAP,
                    Verb.REG_MR,
                    Verb.CREATE_QP,
                    Verb.MODIFY_QP,
                    Verb.POST_RECV,
                    Verb.POLL_CQ,
                    Verb.DESTROY_QP,
                    Verb.DEREG_MR,
                    Verb.MUNMAP);

    @TempDir Path folder;
    private TestFabric fabric;
    private SimulatedProvider provider;

    @BeforeEach
    void lay() {
        fabric = new TestFabric(folder, Manners.THUNDERBOLT);
        provider = new SimulatedProvider(folder, "a", new CallFaults());
    }

    @AfterEach
    void close() {
        provider.close();
        fabric.close();
    }

    @TestFactory
    Stream<DynamicTest> shouldOutliveCrashesAtAnyPoint() {
        return points().entrySet().stream()
                .flatMap(
                        entry ->
                                IntStream.rangeClosed(1, entry.getValue())
                                        .filter(point -> point % STRIDE == STRIDE / 2)
                                        .mapToObj(point -> test(entry.getKey(), point)));
    }

    private DynamicTest test(Verb verb, int point) {
        String faults = "crash %s %d".formatted(verb.call(), point);
        return DynamicTest.dynamicTest(
                faults, () -> assertThat(meet(faults)).isEqualTo(CallFaults.CRASH_EXIT_CODE));
    }

    @Test
    void shouldMeetAProcessThatLeavesInOrder() throws Exception {
        assertThat(meet("")).isZero();
    }

    /** How many points each verb has, by a life in this process that no crash ends. */
    private Map<Verb, Integer> points() {
        CallFaults counting = new CallFaults(() -> {});
        VERBS.forEach(verb -> counting.crash(verb, Integer.MAX_VALUE));
        End mine = new End(provider, TestFabric.DEVICE);
        CompletableFuture<Integer> number = new CompletableFuture<>();
        CompletableFuture<Void> life =
                CompletableFuture.runAsync(
                        () ->
                                CrashMain.live(
                                        folder,
                                        counting,
                                        mine.address(),
                                        end -> number.complete(end.pair.number())));
        exchange(mine, number.join());
        pollUntil(mine, life::isDone);
        life.join();
        mine.close();
        Map<Verb, Integer> points = new EnumMap<>(Verb.class);
        VERBS.forEach(verb -> points.put(verb, counting.points(verb)));
        points.merge(Verb.POLL_CQ, CrashMain.MESSAGES, (all, messages) -> all / messages + 1);
        return points;
    }

    private void exchange(End mine, int number) {
        Gid gid = Gid.ofIpv4(fabric.control.address(TestFabric.B).orElseThrow());
        mine.receiveFrom(new RemoteQueuePair(gid, 0, number, 0));
        mine.pair.modifyToSend(0);
        for (int id = 0; id < CrashMain.MESSAGES; id++) {
            mine.receive(id, 4096);
            mine.send(CrashMain.MESSAGES + id, 4096);
        }
    }

    private static void pollUntil(End mine, BooleanSupplier condition) {
        Await.until(
                () -> {
                    assertThat(mine.poll()).isNotNegative();
                    return condition.getAsBoolean();
                });
    }

    /** Meets a process as its peer until it has ended, and gives its exit code. */
    private int meet(String faults) throws IOException, InterruptedException {
        End mine = new End(provider, TestFabric.DEVICE);
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                CrashMain.class.getName(),
                                folder.toString(),
                                faults,
                                String.valueOf(mine.address().gid().ipv4()),
                                String.valueOf(mine.pair.number()))
                        .redirectError(Redirect.INHERIT)
                        .start();
        try (BufferedReader numbers = process.inputReader(StandardCharsets.UTF_8)) {
            Optional<String> number = Optional.ofNullable(numbers.readLine());
            number.ifPresent(text -> exchange(mine, Integer.parseInt(text)));
            pollUntil(mine, () -> !process.isAlive());
        } finally {
            process.destroyForcibly();
        }
        assertThat(mine.log).noneMatch(event -> event.startsWith("failed"));
        mine.close();
        assertNothingIsLeft();
        return process.exitValue();
    }

    private void assertNothingIsLeft() {
        Await.until(
                () ->
                        fabric.control.queuePairsHeld(TestFabric.B) == 0
                                && fabric.control.regionsHeld(TestFabric.B) == 0
                                && fabric.files("memory").isEmpty()
                                && fabric.files("owner").size() == 1);
        assertThat(fabric.control.queuePairsHeld(TestFabric.A)).isZero();
        assertThat(fabric.control.regionsHeld(TestFabric.A)).isZero();
    }
}
