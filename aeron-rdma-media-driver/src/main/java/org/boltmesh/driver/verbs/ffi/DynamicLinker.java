package org.boltmesh.driver.verbs.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * {@code dlopen} and its kin. {@code SymbolLookup.libraryLookup} does not say why a library cannot
 * be loaded.
 */
public final class DynamicLinker {
    private static final MethodHandle DLOPEN =
            Symbols.libc("dlopen", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle DLSYM =
            Symbols.libc("dlsym", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle DLCLOSE =
            Symbols.libc("dlclose", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle DLERROR =
            Symbols.libc("dlerror", FunctionDescriptor.of(JAVA_LONG));
    private static final MethodHandle DLADDR =
            Symbols.libc("dladdr", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));

    private DynamicLinker() {}

    /** Throws {@link UnsatisfiedLinkError} with {@code dlerror}'s words. */
    static long dlopen(String library) {
        try (Arena arena = Arena.ofConfined()) {
            long name = arena.allocateFrom(library).address();
            long handle = (long) DLOPEN.invokeExact(name, Constants.RTLD_NOW);
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

    static void dlclose(long handle) {
        try {
            int ignored = (int) DLCLOSE.invokeExact(handle);
        } catch (Throwable e) {
            throw Symbols.unexpected("dlclose", e);
        }
    }

    /** The address of a symbol, or 0. */
    static long dlsym(long handle, String name) {
        try (Arena arena = Arena.ofConfined()) {
            return (long) DLSYM.invokeExact(handle, arena.allocateFrom(name).address());
        } catch (Throwable e) {
            throw Symbols.unexpected("dlsym", e);
        }
    }

    /** Where the library begins that an address lies in ({@code dli_fbase}); 0 if in none. */
    public static long dladdr(long address) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(LibcStructs.DlInfo.LAYOUT);
            int found = (int) DLADDR.invokeExact(address, info.address());
            return found == 0 ? 0 : info.get(JAVA_LONG, LibcStructs.DlInfo.DLI_FBASE);
        } catch (Throwable e) {
            throw Symbols.unexpected("dladdr", e);
        }
    }
}
