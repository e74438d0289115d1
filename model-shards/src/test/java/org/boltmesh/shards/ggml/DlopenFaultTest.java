package org.boltmesh.shards.ggml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts were recorded on Linux or are what macOS and musl are known to say. */
class DlopenFaultTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
        /x/libjllama.so: libgomp.so.1: cannot open shared object file: No such file or directory | apt-get install libgomp1
        Error loading shared library libgomp.so.1: No such file or directory (needed by /x/l.so) | apt-get install libgomp1
        /x/l.so: libggml-base.so: cannot open shared object file: No such file or directory | needs libggml-base.so, which is not there
        /x/l.so: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by /x/l.so) | needs glibc 2.38 or newer
        /x/l.so: /lib/x86_64-linux-gnu/libstdc++.so.6: version `GLIBCXX_3.4.30' not found (required by /x/l.so) | newer C++ library (GLIBCXX 3.4.30)
        /x/l.so: /x/l.so: cannot open shared object file: No such file or directory (Possible cause: can't load AARCH64 .so on a AMD 64 platform) | another processor (AARCH64)
        /x/l.so: /x/l.so: wrong ELF class: ELFCLASS32 (Possible cause: can't load IA 32 .so on a AMD 64 platform) | a 32-bit library
        /x/l.so: /x/l.so: invalid ELF header | is damaged or not a library
        /x/l.so: /x/l.so: file too short | is damaged or not a library
        /x/l.so: /x/l.so: cannot read file data: Is a directory | is damaged or not a library
        /x/l.so: /x/l.so: undefined symbol: ggml_init | does not fit the ggml files beside it
        /x/l.so: /x/l.so: failed to map segment from shared object | mounted noexec
        /x/l.so: /x/l.so: failed to map segment from shared object: Operation not permitted | mounted noexec
        /x/l.so: failed to map segment from shared object: Cannot allocate memory | stop other programs
        /x/l.so: cannot open shared object file: Permission denied | the right to read it
        /x/l.so: cannot enable executable stack as shared object requires: Invalid argument | executable stack
        Can't load library: /x/l.so | does not exist
        Error loading shared library ld-linux-x86-64.so.2: No such file or directory (needed by /x/l.so) | this system has musl
        Error relocating /x/l.so: __register_atfork: symbol not found | this system has musl
        dlopen(/x/l.so, 0x0001): tried: '/x/l.so' (mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64e' or 'arm64')) | is made for x86_64, this Java runs on arm64; install
        dlopen(/x/l.so, 0x0001): tried: '/x/l.so' (not a mach-o file) | is damaged or not a library
        dlopen(/x/l.so, 0x0001): segment '__TEXT' load command content extends beyond end of file | is damaged or not a library
        dlopen(/x/l.so, 0x0001): Library not loaded: @rpath/libggml-base.dylib Referenced from: <1A2B> /x/l.so Reason: tried: '/x/libggml-base.dylib' (no such file) | needs libggml-base.dylib, which was not found
        dlopen(/x/l.so, 0x0001): Symbol not found: _ggml_backend_reg_count Referenced from: <1A2B> /x/l.so Expected in: <3C4D> /x/b.dylib | does not fit the ggml files beside it
        dlopen(/x/l.so, 0x0001): Symbol not found: (_cblas_sgemm$NEWLAPACK) Referenced from: /x/l.so (built for macOS 26.0 which is newer than running OS) | needs macOS 26.0 or newer
        dlopen(/x/l.so, 0x0001): tried: '/x/l.so' (code signature in <1A> '/x/l.so' not valid for use in process: mapping process and mapped file (non-platform) have different Team IDs) | is not allowed by macOS
        dlopen(/x/l.so, 0x0001): tried: '/x/l.so' (library load disallowed by system policy) | com.apple.quarantine
        dlopen(/x/l.so, 0x0001): tried: '/x/l.so' (file system sandbox blocked open()) | sandbox
        dlopen(/x/l.so, 0x0001): tried: '/x/l.so' (no such file) | does not exist
        """)
    void shouldExplain(String text, String meaning) {
        assertThat(DlopenFault.explain(Path.of("/x/l.so"), text))
                .startsWith("/x/l.so ")
                .contains(meaning)
                .doesNotContain("{");
    }

    @Test
    void shouldPassOnWhatItDoesNotKnow() {
        assertThat(DlopenFault.explain(Path.of("/x/l.so"), "the moon is full\n"))
                .isEqualTo("/x/l.so cannot be loaded: the moon is full");
    }
}
