package org.boltmesh.shards.library;

/** Hears how far an installation is. */
public interface InstallProgress {
    /** Hears nothing. */
    InstallProgress SILENT =
            new InstallProgress() {
                @Override
                public void step(String sentence) {}

                @Override
                public void unpacked(long archiveBytes, long archiveBytesTotal) {}
            };

    /** A new step begins. */
    void step(String sentence);

    /** So many bytes of the archive have been read. */
    void unpacked(long archiveBytes, long archiveBytesTotal);
}
