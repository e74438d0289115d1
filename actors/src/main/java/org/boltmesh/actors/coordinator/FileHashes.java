package org.boltmesh.actors.coordinator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.boltmesh.shards.gguf.GgufException;
import org.boltmesh.shards.gguf.WholeHashes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hashes of whole model files, which take minutes: computed in the background, one after another,
 * and kept. Thread-safe.
 */
public final class FileHashes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileHashes.class);

    private final WholeHashes hashes;
    private final Set<Path> scheduled = ConcurrentHashMap.newKeySet();
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(FileHashes::workerThread);

    /**
     * Hashes that are kept in a folder.
     *
     * @param folder is made when it is needed
     */
    public FileHashes(Path folder) {
        hashes = new WholeHashes(folder);
    }

    private static Thread workerThread(Runnable work) {
        Thread thread = new Thread(work, "file-hashes");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * The hashes of a model's parts; empty while one is not known, and then it will be.
     *
     * @throws GgufException when a part cannot be read
     */
    List<String> of(List<Path> parts) {
        List<String> known = new ArrayList<>();
        for (Path part : parts) {
            Optional<String> hash = hashes.kept(part);
            hash.ifPresentOrElse(known::add, () -> schedule(part));
        }
        return known.size() == parts.size() ? known : List.of();
    }

    private void schedule(Path part) {
        if (scheduled.add(part)) {
            worker.execute(() -> compute(part));
        }
    }

    private void compute(Path part) {
        try {
            LOG.info("{}: SHA-256 {}", part, hashes.hash(part, _ -> {}));
        } catch (GgufException e) {
            LOG.warn("cannot hash {}: {}", part, e.getMessage());
        } catch (InterruptedException _) {
            LOG.info("{} is not hashed, as the node stops", part);
        } finally {
            scheduled.remove(part);
        }
    }

    /** Ends what is being computed; nothing of it is kept. */
    @Override
    public void close() {
        worker.shutdownNow();
    }
}
