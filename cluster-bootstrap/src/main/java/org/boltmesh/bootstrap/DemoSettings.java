package org.boltmesh.bootstrap;

import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * What a demo is asked to do, checked.
 *
 * @param nodes how many to start; 1: an engine alone
 * @param rdma what carries the work between them
 * @param isChat whether {@code text} goes through the model's chat template
 * @param stopOnEnd whether the model may end its text
 */
record DemoSettings(
        int nodes,
        DemoRdma rdma,
        boolean isChat,
        String text,
        LoadOptions load,
        SamplingOptions sampling,
        int maxTokens,
        boolean stopOnEnd) {}
