package org.boltmesh.shards.synth;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.boltmesh.shards.gguf.TensorType;

/**
 * A model of random weights, and how it becomes a file: a few rows at a time, first under another
 * name, which is gone after any failure.
 */
public final class SynthModel {
    /** Types that matrices can have: those that need no data to be quantised by. */
    public static final Set<TensorType> TYPES =
            Set.of(
                    TensorType.F32,
                    TensorType.F16,
                    TensorType.BF16,
                    TensorType.Q4_0,
                    TensorType.Q4_1,
                    TensorType.Q5_0,
                    TensorType.Q5_1,
                    TensorType.Q8_0,
                    TensorType.Q2_K,
                    TensorType.Q3_K,
                    TensorType.Q4_K,
                    TensorType.Q5_K,
                    TensorType.Q6_K);

    /** Elements that are held at once, unless a row has more. */
    private static final long ELEMENTS_AT_ONCE = 1 << 20;

    /** Hears how far writing is. */
    @FunctionalInterface
    public interface Progress {
        /** So many bytes of all tensors are written. */
        void written(long doneBytes, long totalBytes);
    }

    private final ModelShape shape;
    private final TensorType type;
    private final long seed;
    private final List<SynthTensor> tensors;

    /**
     * A model.
     *
     * @param type of all matrices, one of {@link #TYPES}; vectors are F32
     * @throws SynthException when the type's blocks do not fit the shape's rows
     */
    public SynthModel(ModelShape shape, TensorType type, long seed) {
        if (!TYPES.contains(type)) {
            throw new IllegalArgumentException("type " + type);
        }
        this.shape = shape;
        this.type = type;
        this.seed = seed;
        this.tensors = SynthTensor.of(shape, type);
    }

    /** Bytes of all tensors: a little less than the file will have. */
    public long sizeBytes() {
        return tensors.stream().mapToLong(tensor -> GgufWriter.aligned(tensor.sizeBytes())).sum();
    }

    /** Elements of all tensors. */
    public long elementCount() {
        return tensors.stream().mapToLong(tensor -> tensor.columns() * tensor.rows()).sum();
    }

    /**
     * Writes the file.
     *
     * @param replace whether a file that is there already is replaced
     * @throws SynthException when there is one, or the file cannot be written
     */
    public void write(Path target, boolean replace, Quantizer quantizer, Progress progress) {
        checkTarget(target, replace);
        Path partial =
                target.resolveSibling(
                        ".%s.partial-%d"
                                .formatted(target.getFileName(), ProcessHandle.current().pid()));
        try {
            try (FileChannel channel =
                    FileChannel.open(
                            partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                writeTo(channel, quantizer, progress);
                channel.force(true);
            }
            publish(partial, target, replace);
        } catch (IOException e) {
            throw new SynthException("cannot write %s: %s".formatted(target, reason(e)), e);
        } finally {
            remove(partial);
        }
    }

    private void checkTarget(Path target, boolean replace) {
        if (Files.isDirectory(target)) {
            throw new SynthException("%s is a folder, want the name of a file".formatted(target));
        }
        if (Files.exists(target) && !replace) {
            throw there(target);
        }
        Path folder = target.toAbsolutePath().getParent();
        try {
            long free = Files.getFileStore(folder).getUsableSpace();
            if (free < sizeBytes()) {
                throw new SynthException(
                        "%s: %,d bytes are free, want %,d; free some, or choose fewer layers or a smaller type"
                                .formatted(folder, free, sizeBytes()));
            }
        } catch (NoSuchFileException e) {
            throw new SynthException("no folder %s, want an existing one".formatted(folder), e);
        } catch (IOException e) {
            throw new SynthException("cannot write to %s: %s".formatted(folder, reason(e)), e);
        }
    }

    private static SynthException there(Path target) {
        return new SynthException(
                "%s is there already, want another name, or --force to replace it"
                        .formatted(target));
    }

    private static String reason(IOException failure) {
        String message = failure.getMessage();
        return failure.getClass().equals(IOException.class) && message != null
                ? message
                : failure.toString();
    }

    private static void publish(Path partial, Path target, boolean replace) throws IOException {
        if (!replace && Files.exists(target)) {
            throw there(target);
        }
        Files.move(
                partial,
                target,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static void remove(Path partial) {
        try {
            Files.deleteIfExists(partial);
        } catch (IOException e) {
            throw new SynthException("cannot remove %s: %s".formatted(partial, reason(e)), e);
        }
    }

    private void writeTo(FileChannel channel, Quantizer quantizer, Progress progress)
            throws IOException {
        GgufWriter writer = new GgufWriter(channel);
        writer.writeHead(new SynthMetadata(shape, type, seed).fields(), tensors);
        long total = tensors.stream().mapToLong(SynthTensor::sizeBytes).sum();
        long done = 0;
        for (SynthTensor tensor : tensors) {
            done = write(tensor, writer, quantizer, done, total, progress);
            writer.align();
        }
    }

    private long write(
            SynthTensor tensor,
            GgufWriter writer,
            Quantizer quantizer,
            long doneBefore,
            long total,
            Progress progress)
            throws IOException {
        long rowsAtOnce = Math.clamp(ELEMENTS_AT_ONCE / tensor.columns(), 1, tensor.rows());
        long rowBytes = tensor.type().rowBytes(tensor.columns());
        long done = doneBefore;
        try (Arena arena = Arena.ofConfined()) {
            var source = new WeightSource(tensor, shape, seed);
            MemorySegment values = arena.allocate(rowsAtOnce * tensor.columns() * Float.BYTES, 64);
            MemorySegment blocks = arena.allocate(rowsAtOnce * rowBytes, 64);
            for (long row = 0; row < tensor.rows(); row += rowsAtOnce) {
                long rows = Math.min(rowsAtOnce, tensor.rows() - row);
                source.fill(values, rows * tensor.columns());
                MemorySegment bytes = blocks.asSlice(0, rows * rowBytes);
                if (tensor.type() == TensorType.F32) {
                    bytes.copyFrom(values.asSlice(0, bytes.byteSize()));
                } else {
                    quantizer.quantize(tensor.type(), values, bytes, rows, tensor.columns());
                }
                writer.write(bytes.asByteBuffer());
                done += bytes.byteSize();
                progress.written(done, total);
            }
        }
        return done;
    }
}
