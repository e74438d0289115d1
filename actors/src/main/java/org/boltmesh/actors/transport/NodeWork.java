package org.boltmesh.actors.transport;

/**
 * What the engines of a node do at this moment.
 *
 * @param steps that they have finished; changes while any of them computes
 * @param requests that they answer or compute for, or that wait for them
 */
public record NodeWork(long steps, int requests) {
    /** Of a node without engines. */
    public static final NodeWork NONE = new NodeWork(0, 0);

    /** Of both. */
    public NodeWork plus(NodeWork other) {
        return new NodeWork(steps + other.steps, requests + other.requests);
    }
}
