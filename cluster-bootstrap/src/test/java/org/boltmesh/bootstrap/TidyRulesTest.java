package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TidyRulesTest {
    private static final String MAIN = "a/src/main/java/b/C.java";

    @ParameterizedTest
    @CsvSource({
        "// TO_DO later, banned word",
        "FIX_ME, banned word",
        "Thread.sl_eep(5), banned word",
        "@Dis_abled, banned word",
        "e.printSt_ackTrace(), banned word",
        "\"../sha_red/x\", path or host",
        "\"https://regis_try.npmjs.org/x\", path or host",
        "repo_1.maven.org, path or host",
        "// call();, commented-out code",
        "@SuppressWarnings(\"unchecked\"), without a reason",
        "@SuppressWarnings(\"restricted\") // why, outside an ffi package",
        "'a ', trailing blank",
        "'a\tb', tab"
    })
    void shouldFindProblem(String line, String problem) {
        String text = line.replace("_", "") + "\n";
        assertThat(TidyRules.problemsOfText(MAIN, text))
                .singleElement()
                .asString()
                .startsWith(MAIN + ":1: ")
                .contains(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "// Says why, in prose.",
                "registry.find(com.example.Name);",
                "@SuppressWarnings(\"unchecked\") // the cast is safe: ...",
                "todoList"
            })
    void shouldLeaveGoodLinesAlone(String line) {
        assertThat(TidyRules.problemsOfText(MAIN, line + "\n")).isEmpty();
    }

    @Test
    void shouldFindFoldersOfThisMachine() {
        String home = System.getProperty("user.home");
        assertThat(TidyRules.problemsOfText(MAIN, "Path.of(\"" + home + "/x\")\n")).hasSize(1);
    }

    @Test
    void shouldAllowTestsTheirData() {
        String line = "Path.of(\"../sha_red\")\n".replace("_", "");
        assertThat(TidyRules.problemsOfText("a/src/test/java/b/C.java", line)).isEmpty();
        assertThat(TidyRules.problemsOfText(".ci/run", line)).isEmpty();
    }

    @Test
    void shouldJudgeWholeFiles() {
        assertThat(TidyRules.problemsOfText("a.xml", "a\n".repeat(501))).hasSize(1);
        assertThat(TidyRules.problemsOfText("a.xml", "a\n".repeat(500))).isEmpty();
        assertThat(TidyRules.problemsOfText("a.xml", "a\r\n"))
                .containsExactly("a.xml: carriage return");
        assertThat(TidyRules.problemsOfText("a.md", "a"))
                .containsExactly("a.md: last line without end");
        assertThat(TidyRules.problemsOfFile("a/b.bin", 0)).containsExactly("a/b.bin: empty file");
        assertThat(TidyRules.problemsOfFile("a/b.java.orig", 1)).hasSize(1);
        assertThat(TidyRules.problemsOfFile("a/b.java", 1)).isEmpty();
    }
}
