package org.boltmesh.driver.verbs.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The loaded library's symbols. There is one library per process, and it stays. */
@SuppressWarnings("restricted") // linking native code is what this package is for
public final class Symbols {
    private static final Linker LINKER = Linker.nativeLinker();
    private static @Nullable String loaded;
    private static long handle;

    private Symbols() {}

    /**
     * Loads the library for the rest of this process's life. One that lacks a function of ours is
     * unloaded again.
     *
     * @param library a name for the dynamic linker, or a path
     * @throws UnsatisfiedLinkError with the dynamic linker's own words, or with what is missing
     * @throws IllegalStateException if another library is loaded
     */
    public static synchronized void load(String library) {
        if (library.equals(loaded)) {
            return;
        }
        long opened = DynamicLinker.dlopen(library);
        List<String> missing = missing(opened);
        if (!missing.isEmpty()) {
            DynamicLinker.dlclose(opened);
            throw new UnsatisfiedLinkError(library + " has no " + String.join(", ", missing));
        }
        if (loaded != null) {
            DynamicLinker.dlclose(opened);
            throw new IllegalStateException(loaded + " is loaded, wanted " + library);
        }
        handle = opened;
        loaded = library;
    }

    private static List<String> missing(long library) {
        return Arrays.stream(Ibverbs.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .filter(name -> DynamicLinker.dlsym(library, name) == 0)
                .sorted()
                .toList();
    }

    /**
     * The address of a function of the loaded library.
     *
     * @throws UnsatisfiedLinkError if it has none of this name
     */
    public static synchronized long address(String name) {
        long address = loaded == null ? 0 : DynamicLinker.dlsym(handle, name);
        if (address == 0) {
            throw new UnsatisfiedLinkError(
                    "no symbol " + name + " in " + (loaded == null ? "no library" : loaded));
        }
        return address;
    }

    /** A handle for a function of the library. */
    static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(MemorySegment.ofAddress(address(name)), descriptor);
    }

    /** The same, with errno kept in its first argument, a {@link CallState}'s memory. */
    static MethodHandle functionWithErrno(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(
                MemorySegment.ofAddress(address(name)), descriptor, CallState.CAPTURE_ERRNO);
    }

    /** A handle for a function of libc. */
    static MethodHandle libc(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, options);
    }

    /** A handle for any function of this shape; its first argument is the function's address. */
    static MethodHandle pointer(FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(descriptor);
    }

    /** What a call that cannot throw has thrown. */
    static AssertionError unexpected(String name, Throwable e) {
        return new AssertionError("calling " + name, e);
    }

    /** The text at a C string's address. */
    public static String text(long address) {
        return memory(address, Integer.MAX_VALUE).getString(0);
    }

    /** The memory at an address that C gave. */
    public static MemorySegment memory(long address, long lengthBytes) {
        return MemorySegment.ofAddress(address).reinterpret(lengthBytes);
    }

    /** The same, usable until the arena is closed, which does not free it. */
    public static MemorySegment memory(long address, long lengthBytes, Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(lengthBytes, arena, null);
    }
}
