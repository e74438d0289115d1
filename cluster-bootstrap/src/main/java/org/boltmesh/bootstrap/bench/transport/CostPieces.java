package org.boltmesh.bootstrap.bench.transport;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.lane.LaneSizes;
import org.boltmesh.driver.lane.SlotHeader;

/**
 * Measures by themselves the pieces that a message's way is made of, on the measuring thread. They
 * work on memory as large as a stream's, since it would all be in the first cache else.
 */
final class CostPieces {
    private static final int MEMORY_BYTES = 4 << 20;
    private static final int BATCH = 50;
    private static final int BATCHES = 400;

    private final Site site;
    private final UnsafeBuffer from = new UnsafeBuffer(ByteBuffer.allocateDirect(MEMORY_BYTES));
    private final ByteBuffer target = ByteBuffer.allocateDirect(MEMORY_BYTES);
    private final UnsafeBuffer to = new UnsafeBuffer(target);
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer summed = target.duplicate();

    CostPieces(Site site) {
        this.site = site;
    }

    CostBreakdown of(TransportTest test, double roundTripNs, double bareRoundTripNs) {
        int lengthBytes = test.lengthBytes();
        int slotBytes = LaneSizes.USUAL.lane(StreamShape.of(Way.DRIVER, lengthBytes)).slotBytes();
        int places = MEMORY_BYTES / Math.max(slotBytes, lengthBytes + SlotHeader.LENGTH_BYTES);
        int stride = MEMORY_BYTES / places;
        double copyNs = time(i -> copy((int) (i % places) * stride, lengthBytes));
        List<CostBreakdown.Piece> pieces = new ArrayList<>();
        pieces.add(
                piece(
                        "fill",
                        time(
                                i ->
                                        site.bytes()
                                                .fill(
                                                        to,
                                                        (int) (i % places) * stride,
                                                        lengthBytes,
                                                        i)),
                        1,
                        1));
        pieces.add(piece("copy into the slot", copyNs, 1, 0));
        double crcNs = time(i -> checksum((int) (i % places) * stride, lengthBytes));
        pieces.add(piece("checksum by the sender", crcNs, 1, 1));
        pieces.add(piece("link: copy", copyNs, 1, 1));
        pieces.add(piece("link: latency", (double) test.latencyNs(), 1, 1));
        pieces.add(piece("checksum by the receiver", crcNs, 1, 1));
        pieces.add(piece("insert into the stream", copyNs, 1, 0));
        pieces.add(
                piece(
                        "read",
                        time(
                                i ->
                                        site.bytes()
                                                .read(
                                                        to,
                                                        (int) (i % places) * stride,
                                                        0,
                                                        lengthBytes)),
                        1,
                        1));
        // One that sends and delivers, and half of one that began before the message was there.
        pieces.add(piece("turn of the driver", time(_ -> site.turnDriver()), 1.5, 0));
        return new CostBreakdown(test, pieces, roundTripNs / 2, bareRoundTripNs / 2);
    }

    private static CostBreakdown.Piece piece(
            String name, double ns, double times, double timesBare) {
        return new CostBreakdown.Piece(name, ns, times, timesBare);
    }

    private void copy(int offset, int lengthBytes) {
        to.putBytes(offset, from, offset, lengthBytes);
    }

    private void checksum(int offset, int lengthBytes) {
        summed.limit(offset + lengthBytes).position(offset);
        crc.reset();
        crc.update(summed);
    }

    /** Of many batches the least, which nothing else has taken part in. */
    private static double time(LongConsumer piece) {
        long leastNs = Long.MAX_VALUE;
        long index = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            long startNs = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                piece.accept(index++);
            }
            leastNs = Math.min(leastNs, System.nanoTime() - startNs);
        }
        return (double) leastNs / BATCH;
    }
}
