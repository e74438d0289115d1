package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.VerbsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Calls of a provider that throw, each in its place: streams go on, and links come back. */
@Timeout(120)
class MeshMistakesTest {
    private static final String MISTAKE = "a mistake of the test";
    private static final int MESSAGES = 60;
    private static final int MTU_BYTES = 8192;
    private static final int LENGTH_MAX_BYTES = 20_000;

    /** Made by the device thread for each epoch. */
    private static final List<String> SETUP =
            List.of(
                    "Context.queryGid",
                    "Context.allocateDomain",
                    "Context.createCompletionQueue",
                    "Context.allocateMemory",
                    "Domain.registerRegion",
                    "Domain.createQueuePair",
                    "Pair.modifyToInit",
                    "Pair.modifyToReceive",
                    "Pair.modifyToSend");

    /** Made by the loop; some within Aeron's agents. */
    private static final List<String> WORK =
            List.of("Pair.postSend", "Pair.postReceive", "Completions.poll");

    @TempDir private Path folder;
    private final ThrowingProvider provider = new ThrowingProvider();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void hangUp() {
        logger().detachAppender(log);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(DriverErrors.class);
    }

    private InvokedPair pair() {
        return new InvokedPair(folder, TwoDrivers.SUSPECT_AFTER_MS, provider::before);
    }

    private static RuntimeException refusal() {
        return new VerbsException("ibv_test", Errno.EIO, TwoDrivers.DEVICE, "wanted " + MISTAKE);
    }

    private static RuntimeException mistake() {
        return new IllegalStateException(MISTAKE);
    }

    @Test
    void shouldGoOnWhateverCallIsRefused() {
        try (var pair = pair()) {
            var stream = new NumberedStream(pair, MTU_BYTES, LENGTH_MAX_BYTES, 1);
            for (String place : WORK) {
                disturb(pair, stream, place, MeshMistakesTest::refusal);
                comeBack(pair, stream);
            }
            for (String place : SETUP) {
                beginAnew(pair, stream, place, MeshMistakesTest::refusal);
            }
            assertThat(log.list).isEmpty();
        }
    }

    @Test
    void shouldGoOnWhateverCallIsAMistake() {
        try (var pair = pair()) {
            var stream = new NumberedStream(pair, MTU_BYTES, LENGTH_MAX_BYTES, 1);
            for (String place : SETUP.subList(3, 6)) {
                beginAnew(pair, stream, place, MeshMistakesTest::mistake);
            }
            assertThat(log.list).isEmpty();
            for (String place : WORK) {
                disturb(pair, stream, place, MeshMistakesTest::mistake);
                comeBack(pair, stream);
            }
            assertThat(log.list).as("said once, and not each turn").hasSize(1);
        }
    }

    /** A call of a link that is up begins to fail while there is traffic, and goes on to fail. */
    private void disturb(
            InvokedPair pair,
            NumberedStream stream,
            String place,
            Supplier<RuntimeException> failure) {
        System.out.println(place);
        awaitLane(pair, stream);
        provider.failAt(place, failure);
        stream.send(MESSAGES);
        stream.settle();
        assertThat(provider.thrown()).as(place).isBetween(1, 100);
        pair.restUntil(() -> !pair.isUp());
    }

    /** The peer's endpoint is known, so that what follows goes by the lane. */
    private static void awaitLane(InvokedPair pair, NumberedStream stream) {
        long before = laneBytes(pair);
        pair.restUntil(
                () -> {
                    stream.send(1);
                    return laneBytes(pair) > before + LENGTH_MAX_BYTES;
                });
        stream.settle();
    }

    private static long laneBytes(InvokedPair pair) {
        return TwoDrivers.status(pair.a).links().getFirst().traffic().sentBytes();
    }

    /** The cable is out and in again, and what then has to be made is not to be had. */
    private void beginAnew(
            InvokedPair pair,
            NumberedStream stream,
            String place,
            Supplier<RuntimeException> failure) {
        System.out.println(place);
        pair.fabric.pull(pair.cable());
        pair.restUntil(() -> !pair.isUp());
        provider.failAt(place, failure);
        pair.fabric.plug(pair.cable());
        stream.send(MESSAGES);
        pair.restUntil(() -> provider.thrown() > 0);
        stream.send(MESSAGES);
        stream.settle();
        assertThat(pair.isUp()).as(place).isFalse();
        comeBack(pair, stream);
    }

    /** Nothing that was half made is left: there is room for all that a link needs. */
    private void comeBack(InvokedPair pair, NumberedStream stream) {
        provider.heal();
        pair.restUntil(pair::isUp);
        stream.send(MESSAGES);
        stream.settle();
        assertThat(pair.fabric.regionsHeld(pair.cable())).isEqualTo(4);
        assertThat(pair.fabric.queuePairsHeld(pair.cable())).isEqualTo(4);
    }
}
