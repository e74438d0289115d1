package org.boltmesh.shards.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Starts an engine, prints its process id, generates and never ends. */
final class FakeControlMain {
    private FakeControlMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        EngineProcess engine = EngineProcess.start(Launches.fake(Path.of(arguments[0]), 1));
        Await.get(engine.client().load(Requests.load(FakeLoader.SLOW), (_, _) -> {}));
        var _ = engine.client().generate(Requests.generate(5, List.of(1), 4000), _ -> {});
        System.out.println(engine.pid());
        new CountDownLatch(1).await();
    }
}
