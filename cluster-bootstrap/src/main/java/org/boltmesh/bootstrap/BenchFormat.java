package org.boltmesh.bootstrap;

/** How measurements are printed. */
enum BenchFormat {
    TABLE,
    JSON,
    CSV
}
