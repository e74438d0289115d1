package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.util.Optional;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.ShardStatus;

/** What somebody sees while a cluster loads: why it waits, and on a terminal a bar. */
final class LoadScreen implements AutoCloseable {
    private final PrintWriter err;
    private final DemoScreen bar;
    private String detail = "";

    LoadScreen(PrintWriter err) {
        this.err = err;
        this.bar = new DemoScreen(Optional.empty(), err);
    }

    void show(LoadEvent event) {
        if (event instanceof LoadEvent.Progress progress) {
            showDetail(progress.model());
            showBytes(progress.model());
        }
    }

    private void showDetail(ModelStatus model) {
        if (!model.detail().equals(detail)) {
            detail = model.detail();
            bar.loaded();
            if (!detail.isEmpty()) {
                err.println(model.spec().name() + ": " + detail);
                err.flush();
            }
        }
    }

    private void showBytes(ModelStatus model) {
        long total = model.shards().stream().mapToLong(ShardStatus::plannedWeightBytes).sum();
        long done = model.shards().stream().mapToLong(ShardStatus::loadedBytes).sum();
        bar.loading(Math.min(done, total), total);
    }

    /** Ends the bar. */
    @Override
    public void close() {
        bar.loaded();
    }
}
