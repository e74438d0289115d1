package org.boltmesh.actors.node;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.boltmesh.actors.shard.EngineStarter;
import org.boltmesh.actors.transport.DriverHandle;
import org.boltmesh.actors.transport.DriverStarter;
import org.boltmesh.actors.transport.SpareHandle;

/** Counts how often a node has started engines and media drivers. Any thread may use it. */
public final class ChildStarts {
    private final LongAdder engines = new LongAdder();
    private final LongAdder drivers = new LongAdder();

    /** Engines, over all shards. */
    public long engines() {
        return engines.sum();
    }

    /** Media drivers. */
    public long drivers() {
        return drivers.sum();
    }

    EngineStarter counting(EngineStarter starter) {
        return name -> {
            engines.increment();
            return starter.start(name);
        };
    }

    DriverStarter counting(DriverStarter starter) {
        return new DriverStarter() {
            @Override
            public Path aeronDirectory() {
                return starter.aeronDirectory();
            }

            @Override
            public DriverHandle start(Optional<SpareHandle> spare) {
                drivers.increment();
                return starter.start(spare);
            }

            @Override
            public boolean hasSpares() {
                return starter.hasSpares();
            }

            @Override
            public SpareHandle prepare() {
                return starter.prepare();
            }
        };
    }
}
