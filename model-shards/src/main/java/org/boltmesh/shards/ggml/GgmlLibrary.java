package org.boltmesh.shards.ggml;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.boltmesh.shards.ggml.ffi.GgmlBackend;
import org.boltmesh.shards.ggml.ffi.GgmlType;
import org.boltmesh.shards.ggml.ffi.LogCallback;
import org.boltmesh.shards.ggml.ffi.Symbols;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ggml library of this process. There can be one only, and it stays loaded: native code cannot
 * be taken out of a process safely.
 */
public final class GgmlLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(GgmlLibrary.class);
    private static @Nullable GgmlLibrary opened;

    private final List<Path> files;

    private GgmlLibrary(List<Path> files) {
        this.files = files;
    }

    /**
     * Loads the files in their order, checks the binary interface and registers the backends.
     * Opening the same files again gives the same library.
     *
     * @param backendFolder where backends lie that are loaded as plugins; empty where they are
     *     linked in
     * @throws GgmlUnavailableException when a file cannot be loaded, is not a ggml that we know, or
     *     another one is loaded already; nothing stays loaded then
     */
    public static synchronized GgmlLibrary open(List<Path> files, Optional<Path> backendFolder) {
        if (opened == null) {
            opened = load(List.copyOf(files), backendFolder);
        } else if (!opened.files.equals(files)) {
            throw new GgmlUnavailableException(
                    "ggml of %s is loaded already, %s can only be loaded by another process"
                            .formatted(opened.files, files));
        }
        return opened;
    }

    private static GgmlLibrary load(List<Path> files, Optional<Path> backendFolder) {
        try {
            files.forEach(GgmlLibrary::loadFile);
            AbiCheck.run();
        } catch (GgmlUnavailableException e) {
            Symbols.unload();
            throw new GgmlUnavailableException(
                    "%s cannot be used: %s"
                            .formatted(files.getLast(), String.valueOf(e.getMessage())));
        }
        LogCallback.install(GgmlLibrary::log);
        backendFolder.ifPresent(GgmlLibrary::registerPlugins);
        GgmlLibrary library = new GgmlLibrary(files);
        if (library.devices().isEmpty()) {
            throw new GgmlUnavailableException(
                    "%s has no backend that runs on this processor".formatted(files.getLast()));
        }
        return library;
    }

    private static void loadFile(Path file) {
        try {
            Symbols.load(file);
        } catch (UnsatisfiedLinkError e) {
            throw new GgmlUnavailableException(
                    DlopenFault.explain(file, String.valueOf(e.getMessage())));
        }
    }

    private static void registerPlugins(Path folder) {
        try (Arena arena = Arena.ofConfined()) {
            GgmlBackend.ggml_backend_load_all_from_path(
                    arena.allocateFrom(folder.toString()).address());
        }
    }

    private static void log(int level, String text) {
        switch (level) {
            case 3 -> LOG.warn("{}", text.strip());
            case 4 -> LOG.error("{}", text.strip());
            default -> LOG.debug("{}", text.strip());
        }
    }

    /** All devices that the library can compute on. */
    public List<Device> devices() {
        return LongStream.range(0, GgmlBackend.ggml_backend_dev_count())
                .mapToObj(GgmlBackend::ggml_backend_dev_get)
                .map(device -> new Device(device, toString()))
                .toList();
    }

    /** The first device of a kind. */
    public Optional<Device> device(Device.Kind kind) {
        return devices().stream().filter(device -> device.kind() == kind).findFirst();
    }

    /** Whether the library has a function: features are asked for by symbol, not by version. */
    public boolean has(String symbol) {
        return Symbols.find(symbol).isPresent();
    }

    /** Bytes of a row of {@code elements} of a tensor type, by the library's own count. */
    public long rowBytes(int type, long elements) {
        return GgmlType.ggml_row_size(type, elements);
    }

    /**
     * Whether the library has a tensor type, and with these sizes. Libraries look a type up in a
     * table without checking its end, so names, which are pointers, must not be asked for.
     */
    public boolean hasType(int type, long blockElements, long blockBytes) {
        return GgmlType.ggml_blck_size(type) == blockElements
                && GgmlType.ggml_type_size(type) == blockBytes;
    }

    /**
     * Converts rows to a type that needs no importance matrix.
     *
     * @param values [columns, rows] F32, native memory
     * @param blocks receives {@link #rowBytes} bytes for each row, native memory
     */
    public void quantize(
            int type, MemorySegment values, MemorySegment blocks, long rows, long columns) {
        long wanted = rows * rowBytes(type, columns);
        if (blocks.byteSize() < wanted || values.byteSize() < rows * columns * Float.BYTES) {
            throw new IllegalArgumentException(
                    "%d bytes of numbers, %d bytes of blocks, want %d and %d"
                            .formatted(
                                    values.byteSize(),
                                    blocks.byteSize(),
                                    rows * columns * Float.BYTES,
                                    wanted));
        }
        long written =
                GgmlType.ggml_quantize_chunk(
                        type, values.address(), blocks.address(), 0, rows, columns, 0);
        if (written != wanted) {
            throw new IllegalStateException(
                    "ggml_quantize_chunk to type %d: %d bytes, want %d"
                            .formatted(type, written, wanted));
        }
    }

    /** The files, for people. */
    @Override
    public String toString() {
        return files.getLast().toString();
    }
}
