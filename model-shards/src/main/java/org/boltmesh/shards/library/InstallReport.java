package org.boltmesh.shards.library;

/**
 * What is installed now.
 *
 * @param isNew false if it was there already
 * @param sizeBytes of all files together
 */
public record InstallReport(
        NpmPackage npmPackage, GgmlCandidate ggml, boolean isNew, long sizeBytes) {}
