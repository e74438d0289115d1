package org.boltmesh.bootstrap;

/** How a model is split over nodes. */
enum DemoMode {
    AUTO,
    PIPELINE,
    TENSOR
}
