package org.boltmesh.shards.engine;

/** The port through which an engine gets its model. */
@FunctionalInterface
public interface ModelLoader {
    /**
     * Loads what {@code load} asks for. Called by the thread that will run all steps.
     *
     * @param progress told now and then how many bytes of how many are loaded
     * @throws org.boltmesh.shards.model.ModelException for a file that cannot be run as asked
     * @throws org.boltmesh.shards.ggml.GgmlUnavailableException when there is no usable library
     */
    LoadedModel load(EngineRequest.Load load, Progress progress);

    /** Hears how far a load is. */
    @FunctionalInterface
    interface Progress {
        /** {@code doneBytes} of {@code totalBytes} are loaded. */
        void loaded(long doneBytes, long totalBytes);
    }
}
