package org.boltmesh.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageTest {
    @Test
    void shouldNameTheArgumentThatTheLocaleSpoilt() {
        assertThat(Message.unreadable(new String[] {"demo", "--prompt", "caf\uFFFD"}))
                .hasValueSatisfying(
                        sentence ->
                                assertThat(sentence)
                                        .startsWith("Argument 3 (caf\uFFFD)")
                                        .contains("LC_ALL=C.UTF-8"));
    }

    @Test
    void shouldTakeArgumentsInAnyLanguage() {
        assertThat(Message.unreadable(new String[] {"demo", "--prompt", "Füchse 狐狸 🦊"})).isEmpty();
    }
}
