package org.boltmesh.shards.badcode.plan;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.lang.foreign.Linker;
import java.util.logging.Logger;
import org.boltmesh.shards.badcode.ggml.Tensor;
import org.boltmesh.shards.badcode.toy.ffi.ToyLibrary;
import org.graalvm.polyglot.Context;

/** Uses what only others may. */
public record PlanThatDoesTooMuch(
        Linker linker,
        ToyLibrary library,
        Tensor tensor,
        HuggingFaceTokenizer tokenizer,
        Context script,
        Logger logger) {

    /** Prints where it must not. */
    public void print() {
        System.out.println(this);
    }
}
