package org.boltmesh.shards.library;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Counts the bytes that are read and fails beyond a limit. */
final class MeteredStream extends FilterInputStream {
    private final long limitBytes;
    private final LongConsumer meter;
    private long countBytes;

    MeteredStream(InputStream source, long limitBytes, LongConsumer meter) {
        super(source);
        this.limitBytes = limitBytes;
        this.meter = meter;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int lengthBytes) throws IOException {
        int read = super.read(target, offset, lengthBytes);
        count(Math.max(read, 0));
        return read;
    }

    @Override
    public long skip(long lengthBytes) throws IOException {
        long skipped = super.skip(lengthBytes);
        count(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(long bytes) throws IOException {
        countBytes += bytes;
        if (countBytes > limitBytes) {
            throw new IOException("more than " + limitBytes + " bytes");
        }
        meter.accept(countBytes);
    }
}
