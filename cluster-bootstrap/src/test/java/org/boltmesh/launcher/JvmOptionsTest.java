package org.boltmesh.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmOptionsTest {

    @Test
    void shouldPassOnPropertiesAndSizesAndNameTheRest() {
        JvmOptions options =
                new JvmOptions(
                        List.of("-Xmx2g", "-XX:+UseConcMarkSweepGC", "-Da=b c", "-Xss1m", "-Xrunx"),
                        Map.of());
        assertThat(options.passedOn()).containsExactly("-Xmx2g", "-Da=b c", "-Xss1m");
        assertThat(options.notice())
                .hasValueSatisfying(
                        notice ->
                                assertThat(notice)
                                        .contains("-XX:+UseConcMarkSweepGC -Xrunx")
                                        .doesNotContain("-Xmx2g"));
    }

    @Test
    void shouldLeaveOptionsOfEnvironmentToEnvironment() {
        JvmOptions options =
                new JvmOptions(
                        List.of("-XX:+UseZGC", "-Xmx1g"),
                        Map.of("JAVA_TOOL_OPTIONS", " -XX:+UseZGC  -Dx=y"));
        assertThat(options.passedOn()).containsExactly("-Xmx1g");
        assertThat(options.notice()).isEmpty();
    }
}
