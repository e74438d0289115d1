package org.boltmesh.shards.engine;

import java.util.concurrent.CompletableFuture;

/** A request of ours that the engine has not answered yet. */
sealed interface PendingRequest {
    CompletableFuture<?> answer();

    /** What the engine is doing with it, as in "while ...". */
    String activity();

    record Load(CompletableFuture<EngineEvent.Loaded> answer, ModelLoader.Progress progress)
            implements PendingRequest {
        @Override
        public String activity() {
            return "loading";
        }
    }

    record Join(CompletableFuture<EngineEvent.Joined> answer) implements PendingRequest {
        @Override
        public String activity() {
            return "joining a pipeline";
        }
    }

    record Tokenize(CompletableFuture<EngineEvent.Tokenized> answer) implements PendingRequest {
        @Override
        public String activity() {
            return "tokenizing";
        }
    }

    record Generate(
            CompletableFuture<EngineEvent.Finished> answer, EngineClient.TokenListener listener)
            implements PendingRequest {
        @Override
        public String activity() {
            return "generating";
        }
    }
}
