package org.boltmesh.shards.ggml.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * {@code dlopen} and its kin. {@code System.load} would run a library's {@code JNI_OnLoad}, and
 * {@code SymbolLookup.libraryLookup} does not say why a library cannot be loaded.
 */
@SuppressWarnings("restricted") // loading native code is what this class is for
final class DynamicLinker {
    /** {@code RTLD_NOW} on Linux and macOS: a missing symbol shows at once. */
    private static final int RTLD_NOW = 2;

    private static final MethodHandle DLOPEN =
            handle("dlopen", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle DLSYM =
            handle("dlsym", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle DLCLOSE =
            handle("dlclose", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle DLERROR = handle("dlerror", FunctionDescriptor.of(JAVA_LONG));

    private DynamicLinker() {}

    private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
    }

    static long open(Path library) {
        try (Arena arena = Arena.ofConfined()) {
            long path = arena.allocateFrom(library.toAbsolutePath().toString()).address();
            long handle = (long) DLOPEN.invokeExact(path, RTLD_NOW);
            if (handle == 0) {
                throw new UnsatisfiedLinkError(Symbols.text((long) DLERROR.invokeExact()));
            }
            return handle;
        } catch (UnsatisfiedLinkError e) {
            throw e;
        } catch (Throwable e) {
            throw Symbols.unexpected("dlopen", e);
        }
    }

    static void close(long handle) {
        try {
            int ignored = (int) DLCLOSE.invokeExact(handle);
        } catch (Throwable e) {
            throw Symbols.unexpected("dlclose", e);
        }
    }

    /** The address of a symbol, or 0. */
    static long symbol(long handle, String name) {
        try (Arena arena = Arena.ofConfined()) {
            return (long) DLSYM.invokeExact(handle, arena.allocateFrom(name).address());
        } catch (Throwable e) {
            throw Symbols.unexpected("dlsym", e);
        }
    }
}
