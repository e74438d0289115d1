package org.boltmesh.bootstrap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What no text of the project may contain. Paths are relative to its root, with slashes. */
final class TidyRules {
    private static final int LINES_MAX = 500;
    private static final Set<String> CODE =
            Set.of("java", "xml", "md", "conf", "sh", "properties", "config", "gitignore");

    /** The brackets keep each expression from finding itself. */
    private static final Pattern BANNED_WORD =
            Pattern.compile(
                    "\\bT[O]DO\\b|F[I]XME|\\bX[X]X\\b|@[D]isabled|Thread\\.s[l]eep|printS[t]ackTrace");

    private static final Pattern DEAD_NAME =
            Pattern.compile(".*\\.(orig|rej|bak|swp|tmp|log|class)|.*~|hs_err_.*|\\.DS_Store");

    private static final Pattern DEAD_CODE = Pattern.compile("^\\s*//.*;\\s*$");

    private static final Pattern PLACE_OF_ONE_MACHINE =
            Pattern.compile(
                    "\\.\\./shared"
                            + "|\\b(repo|registry|deb|mirror)[a-z0-9-]*(\\.[a-z0-9-]+)+\\.(org|com|net|io|dev)\\b");

    /** Where this user and this checkout live. */
    private static final List<String> FOLDERS_OF_THIS_MACHINE =
            Stream.of(Path.of(System.getProperty("user.home")), checkout().resolve(".."))
                    .map(path -> path.toAbsolutePath().normalize() + "/")
                    .filter(path -> path.length() > 2)
                    .toList();

    private TidyRules() {}

    private static Path checkout() {
        return Path.of(System.getProperty("boltmesh.root", "..")).toAbsolutePath();
    }

    /** Whether the file is read as text that people write; others are only looked at by name. */
    static boolean isCode(String path) {
        String name = name(path);
        return CODE.contains(name.substring(name.lastIndexOf('.') + 1)) || path.equals(".ci/run");
    }

    /** What is wrong with a file's name or size. */
    static List<String> problemsOfFile(String path, long lengthBytes) {
        List<String> problems = new ArrayList<>();
        if (lengthBytes == 0) {
            problems.add(path + ": empty file");
        }
        if (DEAD_NAME.matcher(name(path)).matches()) {
            problems.add(path + ": a left-over");
        }
        return problems;
    }

    /** What is wrong with a file's text, each with its line number. */
    static List<String> problemsOfText(String path, String text) {
        List<String> lines = text.lines().toList();
        List<String> problems = new ArrayList<>();
        for (int index = 0; index < lines.size(); index++) {
            String before = index == 0 ? "" : lines.get(index - 1);
            for (String problem : problemsOfLine(path, before, lines.get(index))) {
                problems.add(path + ":" + (index + 1) + ": " + problem);
            }
        }
        if (lines.size() > LINES_MAX) {
            problems.add(path + ": " + lines.size() + " lines, want at most " + LINES_MAX);
        }
        if (text.indexOf('\r') >= 0) {
            problems.add(path + ": carriage return");
        }
        if (!text.isEmpty() && !text.endsWith("\n")) {
            problems.add(path + ": last line without end");
        }
        return problems;
    }

    private static List<String> problemsOfLine(String path, String before, String line) {
        List<String> problems = new ArrayList<>();
        if (line.indexOf('\t') >= 0) {
            problems.add("tab");
        }
        if (line.endsWith(" ")) {
            problems.add("trailing blank");
        }
        if (BANNED_WORD.matcher(line).find()) {
            problems.add("banned word: " + line.strip());
        }
        if (!mayNameMachine(path) && namesMachine(line)) {
            problems.add("path or host that others do not have: " + line.strip());
        }
        if (path.endsWith(".java")) {
            addProblemsOfJava(path, before, line, problems);
        }
        return problems;
    }

    private static void addProblemsOfJava(
            String path, String before, String line, List<String> problems) {
        if (DEAD_CODE.matcher(line).find()) {
            problems.add("commented-out code: " + line.strip());
        }
        if (line.strip().startsWith("@SuppressWarnings") && !isExplained(before, line)) {
            problems.add("suppression without a reason: " + line.strip());
        }
        if (line.contains("(\"restricted\")") && !path.contains("/ffi/") && !isTest(path)) {
            problems.add("restricted native access outside an ffi package");
        }
    }

    private static boolean isExplained(String before, String line) {
        String above = before.strip();
        return line.contains("//") || above.startsWith("//") || above.endsWith("*/");
    }

    private static boolean namesMachine(String line) {
        return PLACE_OF_ONE_MACHINE.matcher(line).find()
                || FOLDERS_OF_THIS_MACHINE.stream().anyMatch(line::contains);
    }

    private static boolean mayNameMachine(String path) {
        return isTest(path) || path.startsWith(".ci/");
    }

    private static boolean isTest(String path) {
        return path.contains("/src/test/");
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
