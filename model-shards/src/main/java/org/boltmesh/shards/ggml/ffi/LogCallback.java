package org.boltmesh.shards.ggml.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** {@code ggml_log_callback}: ggml's messages, which would else go to standard error. */
public final class LogCallback {
    /**
     * Takes a message and its {@code ggml_log_level}: 1 debug, 2 info, 3 warn, 4 error, 5
     * continued.
     */
    @FunctionalInterface
    public interface Sink {
        /** Must not throw: an exception would end the process. */
        void log(int level, String text);
    }

    private final Sink sink;

    private LogCallback(Sink sink) {
        this.sink = sink;
    }

    /** Sends the library's messages to {@code sink} from now on. */
    @SuppressWarnings("restricted") // an upcall is needed
    public static void install(Sink sink) {
        try {
            MethodHandle target =
                    MethodHandles.lookup()
                            .bind(
                                    new LogCallback(sink),
                                    "call",
                                    MethodType.methodType(
                                            void.class, int.class, long.class, long.class));
            Ggml.ggml_log_set(
                    Linker.nativeLinker()
                            .upcallStub(
                                    target,
                                    FunctionDescriptor.ofVoid(JAVA_INT, JAVA_LONG, JAVA_LONG),
                                    Arena.global())
                            .address(),
                    0);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw Symbols.unexpected("ggml_log_set", e);
        }
    }

    @SuppressWarnings({"unused", "UnusedVariable"}) // called by ggml; the user data is not ours
    private void call(int level, long text, long userData) {
        sink.log(level, Symbols.text(text));
    }
}
