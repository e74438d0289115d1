package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.HttpSettings;
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
    void shouldTakeTheNamesOfASettingTwice() {
        var settings =
                new HttpSettings(true, new HostPort("mac-1.lan", 1), List.of("LLM.lan"), List.of());
        HostNames both = HostNames.of(settings, new HostPort("mac-1.lan", 1));
        assertThat(both.isOwn("mac-1.lan:8642")).isTrue();
        assertThat(both.isOwn("llm.lan")).isTrue();
        assertThat(both.isOwn("mac-2.lan:8642")).isFalse();
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
