package org.boltmesh.actors.shard;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.pipeline.ChannelFactory;

/** Engines of made-up models in this JVM, which a test counts, and may let fail to start. */
final class FakeEngines implements EngineStarter {
    private final InProcessEngines engines =
            new InProcessEngines(FakeModels::new, new MovedChannels());
    private final BlockingQueue<String> places = new LinkedBlockingQueue<>();
    private final List<Engine> started = new CopyOnWriteArrayList<>();
    private volatile String refusal = "";

    @Override
    public EngineHandle start(String name) {
        if (!refusal.isEmpty()) {
            throw new EngineException(FailureCode.LOST, refusal);
        }
        Engine engine = new Engine(engines.start(name), new CompletableFuture<>());
        started.add(engine);
        return engine;
    }

    /** No engine starts from now on; an empty reason lets them start again. */
    void refuse(String reason) {
        refusal = reason;
    }

    /** Where the next engine that is told so has its channels from now on. */
    String nextPlace() throws InterruptedException {
        return String.valueOf(places.poll(30, TimeUnit.SECONDS));
    }

    int startedCount() {
        return started.size();
    }

    /** Waits until all engines that were started have ended. */
    void awaitAllClosed() {
        started.forEach(engine -> engine.closed().copy().orTimeout(30, TimeUnit.SECONDS).join());
    }

    boolean areAllClosed() {
        return started.stream().allMatch(engine -> engine.closed().isDone());
    }

    /** Channels that nobody can open, and which are moved all the same. */
    private final class MovedChannels implements ChannelFactory {
        @Override
        public SendingChannel sender(String address) {
            return ChannelFactory.none().sender(address);
        }

        @Override
        public ReceivingChannel receiver(String address) {
            return ChannelFactory.none().receiver(address);
        }

        @Override
        public void moveTo(String place) {
            places.add(place);
        }
    }

    private record Engine(EngineHandle real, CompletableFuture<Boolean> closed)
            implements EngineHandle {
        @Override
        public EngineClient client() {
            return real.client();
        }

        @Override
        public long pid() {
            return real.pid();
        }

        @Override
        public CompletableFuture<EngineException> loss() {
            return real.loss();
        }

        @Override
        public void close() {
            real.close();
            closed.complete(true);
        }
    }
}
