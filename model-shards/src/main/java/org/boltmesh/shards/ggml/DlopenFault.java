package org.boltmesh.shards.ggml;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What the error texts of the system's loader mean, on Linux (glibc, musl) and macOS. */
public final class DlopenFault {
    private record Rule(Pattern pattern, String meaning) {
        Rule(String pattern, String meaning) {
            this(Pattern.compile(pattern, Pattern.DOTALL), meaning);
        }

        Optional<String> explain(String text) {
            return pattern.matcher(text).results().findFirst().map(this::filled);
        }

        private String filled(MatchResult match) {
            String filled = meaning;
            for (int group = 1; group <= match.groupCount(); group++) {
                filled = filled.replace("{" + group + "}", match.group(group));
            }
            return filled;
        }
    }

    /** The first that matches counts, so the special ones come first. */
    private static final List<Rule> RULES =
            List.of(
                    new Rule(
                            "libgomp\\.so\\.1: cannot open shared object file|shared library libgomp",
                            "needs libgomp.so.1; install libgomp1 (Debian, Ubuntu: apt-get install"
                                    + " libgomp1; Fedora: dnf install libgomp)"),
                    new Rule(
                            "library ld-linux-[^ :]+: No such file|Error relocating ",
                            "is made for Linux with glibc, this system has musl; use a system with"
                                    + " glibc, such as Debian"),
                    new Rule(
                            "version `GLIBC_([0-9.]+)' not found",
                            "needs glibc {1} or newer, this system's is older; remove it to use the"
                                    + " bundled library, or update the system"),
                    new Rule(
                            "version `(GLIBCXX|CXXABI|GCC)_([0-9.]+)' not found",
                            "needs a newer C++ library ({1} {2}); remove it to use the bundled"
                                    + " library, or update libstdc++6"),
                    new Rule(
                            "(lib[^ /:]+): cannot open shared object file",
                            "needs {1}, which is not there; install it"),
                    new Rule(
                            "Possible cause: can't load (\\w+) \\.so on a",
                            "is made for another processor ({1}); install the one for this machine"),
                    new Rule(
                            "shared library ([^ :]+): No such file",
                            "needs {1}, which is not there; install it"),
                    new Rule(
                            "Library not loaded: (?:@rpath/)?([^ \\n]+)",
                            "needs {1}, which was not found; install it again"),
                    new Rule(
                            "incompatible architecture \\(have '([^']+)', need '(arm64|x86_64)",
                            "is made for {1}, this Java runs on {2}; install a ggml for {2}, or a"
                                    + " Java for {1}"),
                    new Rule(
                            "wrong ELF class: ELFCLASS32",
                            "is a 32-bit library; install a 64-bit one"),
                    new Rule(
                            "built for macOS ([0-9.]+) which is newer than running OS",
                            "needs macOS {1} or newer; update macOS or use the bundled library"),
                    new Rule(
                            "code signature|library load disallowed by system policy",
                            "is not allowed by macOS (its signature); run xattr -d"
                                    + " com.apple.quarantine on it, or codesign --force --sign -"),
                    new Rule(
                            "blocked open\\(\\)|not allowed to open",
                            "is out of bounds for this process (sandbox); move it to a folder that"
                                    + " Java may read"),
                    new Rule(
                            "cannot enable executable stack",
                            "wants an executable stack, which this system forbids; use another"
                                    + " build of ggml"),
                    new Rule(
                            "[Cc]annot allocate memory",
                            "does not fit into memory; stop other programs"),
                    new Rule(
                            "failed to map segment from shared object",
                            "lies on a disk mounted noexec; name another folder with BOLTMESH_HOME"),
                    new Rule(
                            "Permission denied",
                            "may not be read; give this user the right to read it"),
                    new Rule(
                            "invalid ELF header|file too short|not a mach-o file|beyond end of file"
                                    + "|no suitable image|cannot read file data"
                                    + "|ELF load command|object file has no",
                            "is damaged or not a library; install it again"),
                    new Rule(
                            "undefined symbol: |Symbol not found: ",
                            "does not fit the ggml files beside it (a function is missing); install"
                                    + " it again"),
                    new Rule(
                            "no such file|No such file|Can't load library|image not found",
                            "does not exist"));

    private DlopenFault() {}

    /**
     * One sentence that names {@code library}, what is wrong and the cure.
     *
     * @param text what {@code dlerror} or Java's {@code UnsatisfiedLinkError} said
     */
    public static String explain(Path library, String text) {
        return RULES.stream()
                .map(rule -> rule.explain(text))
                .flatMap(Optional::stream)
                .findFirst()
                .map(meaning -> library + " " + meaning)
                .orElseGet(() -> library + " cannot be loaded: " + text.strip());
    }
}
