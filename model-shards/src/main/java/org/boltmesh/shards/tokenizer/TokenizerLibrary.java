package org.boltmesh.shards.tokenizer;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Locale;
import org.boltmesh.shards.tokenizer.ffi.HuggingFaceTokenizers;

/**
 * The native library behind {@link Tokenizer}. It comes in our jar and has to be a file to be
 * loaded; that file is all it ever writes. Thread-safe.
 */
public final class TokenizerLibrary {
    private static boolean loaded;

    private TokenizerLibrary() {}

    /**
     * Unpacks the library into {@code folder}, which is made if it is missing, and loads it. Once
     * it is loaded, further calls do nothing. Several processes may share a folder.
     *
     * @throws TokenizerException when there is no library for this machine, the folder cannot be
     *     written, or the library cannot be loaded
     */
    public static synchronized void prepare(Path folder) {
        if (loaded) {
            return;
        }
        String resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"));
        Path file = folder.resolve(resource.substring(resource.lastIndexOf('/') + 1));
        try {
            unpack(resource, file);
        } catch (IOException e) {
            throw new TokenizerException(
                    "cannot write %s: %s; make room there, or name another folder with BOLTMESH_HOME"
                            .formatted(file, e.getMessage()),
                    e);
        }
        try {
            HuggingFaceTokenizers.load(file);
        } catch (UnsatisfiedLinkError e) {
            throw new TokenizerException(
                    "cannot load %s: %s; its folder must allow programs to run"
                            .formatted(file, e.getMessage()),
                    e);
        }
        loaded = true;
    }

    static synchronized void requireLoaded() {
        if (!loaded) {
            throw new IllegalStateException(
                    "the tokenizer library is not loaded, want TokenizerLibrary.prepare first");
        }
    }

    /** Where the jar keeps the library for a machine. */
    static String resource(String system, String architecture) {
        boolean mac = system.toLowerCase(Locale.ROOT).startsWith("mac");
        String machine = architecture.equals("amd64") ? "x86_64" : architecture;
        String resource =
                "native/lib/%s-%s/cpu/libtokenizers.%s"
                        .formatted(mac ? "osx" : "linux", machine, mac ? "dylib" : "so");
        if (TokenizersLibrary.class.getClassLoader().getResource(resource) == null) {
            throw new TokenizerException(
                    "no tokenizer library for %s on %s, want Linux on x86_64 or aarch64, or macOS on aarch64"
                            .formatted(system, architecture));
        }
        return resource;
    }

    private static void unpack(String resource, Path file) throws IOException {
        byte[] content;
        try (InputStream in =
                TokenizersLibrary.class.getClassLoader().getResourceAsStream(resource)) {
            content = in.readAllBytes();
        }
        if (Files.isRegularFile(file) && Arrays.equals(content, Files.readAllBytes(file))) {
            return;
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        // Another process may load the old file just now, so the new one takes its place whole.
        Path half =
                Files.createTempFile(file.toAbsolutePath().getParent(), "libtokenizers", ".tmp");
        try {
            Files.write(half, content);
            Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(half);
        }
    }
}
