package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The outputs were recorded from npm 11. */
class NpmFaultTest {
    @Test
    void shouldKnowAnUnreachableRegistry() {
        assertThat(
                        NpmFault.reason(
                                1,
                                """
                                npm error code ENOTFOUND
                                npm error syscall getaddrinfo
                                npm error errno ENOTFOUND
                                npm error network This is a problem related to network connectivity.
                                """))
                .isEqualTo(
                        "its registry cannot be reached; check the network and npm's proxy"
                                + " settings (npm says ENOTFOUND)");
    }

    @Test
    void shouldKnowAMissingVersionAndAFullDisk() {
        assertThat(
                        NpmFault.reason(
                                1,
                                """
                                npm error code ETARGET
                                npm error notarget No matching version found for linux-x64@3.99.1.
                                """))
                .contains("does not have it");
        assertThat(NpmFault.reason(228, "npm error code ENOSPC\nnpm error syscall write\n"))
                .contains("the disk is full");
    }

    @Test
    void shouldKnowOlderNpms() {
        assertThat(NpmFault.reason(1, "npm ERR! code EACCES\nnpm ERR! syscall mkdir\n"))
                .contains("may not write its cache");
    }

    @Test
    void shouldPassOnTheLastLinesOfTheUnknown() {
        assertThat(NpmFault.reason(7, "one\ntwo\n\nthree\nSyntaxError: odd\n"))
                .isEqualTo("exit code 7: two / three / SyntaxError: odd");
        assertThat(NpmFault.reason(127, "")).isEqualTo("exit code 127");
    }
}
