package org.boltmesh.shards.ggml.ffi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The loaded library's symbols. */
@SuppressWarnings("restricted") // loading and linking native code is what this package is for
public final class Symbols {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final List<Long> HANDLES = new ArrayList<>();

    private Symbols() {}

    /**
     * Loads one library file for the rest of this process's life, without {@code JNI_OnLoad}.
     *
     * @throws UnsatisfiedLinkError with the dynamic linker's own words
     */
    public static synchronized void load(Path library) {
        HANDLES.add(DynamicLinker.open(library));
    }

    /** Unloads everything, after a load that turned out to be no use. */
    public static synchronized void unload() {
        HANDLES.reversed().forEach(DynamicLinker::close);
        HANDLES.clear();
    }

    /** Functions of ours that the loaded libraries do not have. */
    public static List<String> missing() {
        return Stream.of(Ggml.class, GgmlBackend.class, GgmlType.class)
                .flatMap(header -> Arrays.stream(header.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .filter(name -> find(name).isEmpty())
                .sorted()
                .toList();
    }

    /** The address of a symbol of a loaded library. */
    public static synchronized Optional<MemorySegment> find(String name) {
        for (long handle : HANDLES) {
            long address = DynamicLinker.symbol(handle, name);
            if (address != 0) {
                return Optional.of(MemorySegment.ofAddress(address));
            }
        }
        return Optional.empty();
    }

    /** A handle for a function that the library must have. */
    static MethodHandle function(String name, FunctionDescriptor descriptor) {
        MemorySegment address =
                find(name).orElseThrow(() -> new UnsatisfiedLinkError("no symbol " + name));
        return LINKER.downcallHandle(address, descriptor);
    }

    /** A handle for a function that the library gave the address of. */
    static MethodHandle function(long address, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(MemorySegment.ofAddress(address), descriptor);
    }

    /** What a call that cannot throw has thrown. */
    static AssertionError unexpected(String name, Throwable e) {
        return new AssertionError("calling " + name, e);
    }

    /** The text at a C string's address. */
    public static String text(long address) {
        return bytes(address, Integer.MAX_VALUE).getString(0);
    }

    /** The memory at an address of the library's. */
    public static MemorySegment bytes(long address, long lengthBytes) {
        return MemorySegment.ofAddress(address).reinterpret(lengthBytes);
    }
}
