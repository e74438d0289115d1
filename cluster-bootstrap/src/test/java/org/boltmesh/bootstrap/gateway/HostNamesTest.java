package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class HostNamesTest {
    private final HostNames names = new HostNames(Set.of("Studio.local"));

    @Test
    void shouldKnowItsNamesAndAllAddresses() {
        for (String host :
                new String[] {
                    "localhost",
                    "localhost:8642",
                    "studio.LOCAL:1",
                    "127.0.0.1:8642",
                    "10.0.0.7",
                    "[::1]:8642"
                }) {
            assertThat(names.isOwn(host)).as(host).isTrue();
        }
    }

    @Test
    void shouldNotKnowOthers() {
        for (String host :
                new String[] {
                    "",
                    "evil.example",
                    "evil.example:8642",
                    "localhost.evil.example",
                    "[evil]",
                    "a:b:c"
                }) {
            assertThat(names.isOwn(host)).as(host).isFalse();
        }
    }
}
