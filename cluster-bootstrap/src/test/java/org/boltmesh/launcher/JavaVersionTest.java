package org.boltmesh.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaVersionTest {

    @ParameterizedTest
    @CsvSource({
        "1.8, 8",
        "1.8.0_402, 8",
        "9, 9",
        "17.0.15, 17",
        "25, 25",
        "25.0.3+9-LTS, 25",
        "26-ea, 26",
        "'', 0",
        "1., 0",
        "-25, 0",
        "latest, 0",
        "99999999999999999999, 0"
    })
    void shouldReadFeatureVersion(String version, int feature) {
        assertThat(JavaVersion.feature(version)).isEqualTo(feature);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "24, false", "25, true", "26, true", "99, true", "100, false"})
    void shouldRefuseOldAndAbsurdVersions(int feature, boolean usable) {
        assertThat(JavaVersion.isUsable(feature)).isEqualTo(usable);
    }
}
