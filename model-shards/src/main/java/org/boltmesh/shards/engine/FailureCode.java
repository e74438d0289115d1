package org.boltmesh.shards.engine;

/** What kind of failure an engine reports; the message beside it is the sentence for people. */
public enum FailureCode {
    /** A frame that cannot be understood; the connection ends. */
    PROTOCOL,
    /** Another process is connected; the connection ends. */
    BUSY,
    /** A request that no loaded model could fulfil as it stands. */
    INVALID_REQUEST,
    /** No model is loaded yet. */
    NOT_LOADED,
    /** The engine holds a part of a model, and is not the head of a pipeline. */
    NOT_JOINED,
    /** Another stage of the pipeline failed, or the pipeline ended. */
    PIPELINE,
    /** Another model is loaded already, or being loaded. */
    ALREADY_LOADED,
    /** The model file cannot be run. */
    MODEL,
    /** There is no usable ggml library. */
    LIBRARY,
    /** As many requests wait as may wait; try again later. */
    QUEUE_FULL,
    /** The engine is shutting down. */
    STOPPING,
    /** The engine process died or hung up. */
    LOST,
    /** A defect of the engine; its log says more. */
    INTERNAL
}
