package org.boltmesh.shards.library;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;

/** Made-up libraries that look whole from outside, folders and archives of them. */
final class TestLibraries {
    /** Writes entries of an archive. */
    @FunctionalInterface
    interface Content {
        void writeTo(TarArchiveOutputStream tar) throws IOException;
    }

    private TestLibraries() {}

    static GgmlEnvironment linux(Path home) {
        return new GgmlEnvironment("Linux", "amd64", home, Optional.empty(), List.of());
    }

    static GgmlEnvironment mac(Path home) {
        return new GgmlEnvironment("Mac OS X", "aarch64", home, Optional.empty(), List.of());
    }

    /** An ELF file of one segment that ends with the file. */
    static byte[] elf(int machine) {
        ByteBuffer file = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0, 0x464c457f).put(4, (byte) 2).put(5, (byte) 1);
        file.putShort(16, (short) 3).putShort(18, (short) machine).putLong(32, 64);
        file.putShort(54, (short) 56).putShort(56, (short) 1);
        file.putInt(64, 1).putLong(72, 0).putLong(96, 200);
        return file.array();
    }

    static byte[] linuxLibrary() {
        return elf(62);
    }

    /** A Mach-O file of one segment that ends with the file. */
    static byte[] macLibrary() {
        ByteBuffer file = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0, 0xfeedfacf).putInt(4, 0x0100000c).putInt(12, 6);
        file.putInt(16, 1).putInt(20, 72);
        file.putInt(32, 0x19).putInt(36, 72).putLong(72, 0).putLong(80, 200);
        return file.array();
    }

    static Path folder(Path folder, byte[] library, String... names) throws IOException {
        Files.createDirectories(folder);
        for (String name : names) {
            Files.write(folder.resolve(name), library);
        }
        return folder;
    }

    static Path archive(Path file, Content content) throws IOException {
        try (OutputStream bytes = Files.newOutputStream(file);
                TarArchiveOutputStream tar =
                        new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
            content.writeTo(tar);
        }
        return file;
    }

    static void add(TarArchiveOutputStream tar, String name, byte[] bytes) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, true);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    static void addText(TarArchiveOutputStream tar, String name) throws IOException {
        add(tar, name, name.getBytes(StandardCharsets.UTF_8));
    }

    /** What npm's archive for Linux looks like. */
    static void addNpmContent(TarArchiveOutputStream tar) throws IOException {
        addText(tar, "package/LICENSE");
        addText(tar, "package/package.json");
        for (String name :
                List.of(
                        "libggml-base.so",
                        "libggml-cpu-x64.so",
                        "libggml-cpu-haswell.so",
                        "libggml.v0.5.0.so",
                        "libllama.v0.5.0.so",
                        "llama-addon.node")) {
            add(tar, "package/bins/linux-x64/" + name, linuxLibrary());
        }
    }
}
