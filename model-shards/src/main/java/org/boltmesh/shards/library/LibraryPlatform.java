package org.boltmesh.shards.library;

import java.util.Locale;
import java.util.Optional;

/** A system that ready-made ggml libraries exist for. */
public enum LibraryPlatform {
    /** Linux with glibc on a 64-bit Intel or AMD processor. */
    LINUX_X86_64("linux", "x86_64"),
    /** Linux with glibc on a 64-bit ARM processor. */
    LINUX_ARM64("linux", "arm64"),
    /** macOS on Apple silicon. */
    MAC_ARM64("macos", "arm64");

    private final String os;
    private final String architecture;

    LibraryPlatform(String os, String architecture) {
        this.os = os;
        this.architecture = architecture;
    }

    /** The platform that Java names so in {@code os.name} and {@code os.arch}, if we know it. */
    public static Optional<LibraryPlatform> of(String osName, String osArch) {
        boolean arm = osArch.equals("aarch64") || osArch.equals("arm64");
        boolean intel = osArch.equals("amd64") || osArch.equals("x86_64");
        String os = osName.toLowerCase(Locale.ROOT);
        if (os.startsWith("mac")) {
            return arm ? Optional.of(MAC_ARM64) : Optional.empty();
        }
        if (!os.equals("linux") || !(arm || intel)) {
            return Optional.empty();
        }
        return Optional.of(arm ? LINUX_ARM64 : LINUX_X86_64);
    }

    /** Whether its programs are Mach-O files instead of ELF files. */
    public boolean isMac() {
        return os.equals("macos");
    }

    /** The operating system in the names of our own folders. */
    public String os() {
        return os;
    }

    /** The processor in the names of our own folders. */
    public String architecture() {
        return architecture;
    }

    @Override
    public String toString() {
        return (isMac() ? "macOS " : "Linux ") + architecture;
    }
}
