package org.boltmesh.shards.ggml;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.ggml.ffi.CpuBackend;
import org.boltmesh.shards.ggml.ffi.GgmlBackend;
import org.boltmesh.shards.ggml.ffi.Symbols;

/** Something that ggml computes on. */
public final class Device {
    /** What a device is; ggml numbers its accelerators differently between versions. */
    public enum Kind {
        /** The processor. */
        CPU,
        /** Metal, for example. */
        GPU,
        /** Help for the processor, as BLAS. */
        OTHER
    }

    private final long address;
    private final String library;

    /** A device of a library, which is named for people. */
    Device(long address, String library) {
        this.address = address;
        this.library = library;
    }

    /** What it is. */
    public Kind kind() {
        return switch (GgmlBackend.ggml_backend_dev_type(address)) {
            case 0 -> Kind.CPU;
            case 1 -> Kind.GPU;
            default -> Kind.OTHER;
        };
    }

    /** Its name, its description and its library, for people. */
    @Override
    public String toString() {
        return "%s (%s) by %s"
                .formatted(
                        Symbols.text(GgmlBackend.ggml_backend_dev_name(address)),
                        Symbols.text(GgmlBackend.ggml_backend_dev_description(address)),
                        library);
    }

    long address() {
        return address;
    }

    /** Whether the device can compute this operation on these shapes and types. */
    public boolean supports(Tensor operation) {
        return GgmlBackend.ggml_backend_dev_supports_op(address, operation.address());
    }

    /** The kind of memory it usually computes on. */
    public BufferType bufferType() {
        return new BufferType(GgmlBackend.ggml_backend_dev_buffer_type(address));
    }

    /** Kinds of memory in which weights are laid out anew for faster products. */
    public List<BufferType> repackingBufferTypes() {
        List<BufferType> types = new ArrayList<>();
        long function = procAddress("ggml_backend_dev_get_extra_bufts");
        if (function != 0) {
            MemorySegment list =
                    Symbols.bytes(
                            CpuBackend.ggml_backend_dev_get_extra_bufts(function, address),
                            Long.MAX_VALUE);
            for (int i = 0; list.getAtIndex(JAVA_LONG, i) != 0; i++) {
                types.add(new BufferType(list.getAtIndex(JAVA_LONG, i)));
            }
        }
        return types;
    }

    /**
     * A buffer over memory of ours, which must stay as long as the buffer.
     *
     * @param tensorBytesMax bytes of the largest tensor in it: where the memory exceeds what the
     *     device can address at once, as on Metal, it is taken in pieces that overlap by as much
     */
    public Buffer bufferOver(MemorySegment memory, long tensorBytesMax) {
        return new Buffer(
                GgmlBackend.ggml_backend_dev_buffer_from_host_ptr(
                        address, memory.address(), memory.byteSize(), tensorBytesMax));
    }

    /** The address of a function of the backend's, or 0. */
    long procAddress(String name) {
        try (Arena arena = Arena.ofConfined()) {
            return GgmlBackend.ggml_backend_reg_get_proc_address(
                    GgmlBackend.ggml_backend_dev_backend_reg(address),
                    arena.allocateFrom(name).address());
        }
    }
}
