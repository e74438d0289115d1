package org.boltmesh.bootstrap.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageTextTest {
    @Test
    void shouldGoOnAfterABackslash() {
        assertThat(MessageText.isOpen("one\\")).isTrue();
        assertThat(MessageText.isOpen("one\\\ntwo")).isFalse();
        assertThat(MessageText.of("one\\\ntwo")).isEqualTo("one\ntwo");
        assertThat(MessageText.of("a\\b")).isEqualTo("a\\b");
    }

    @Test
    void shouldGoOnBetweenTripleQuotes() {
        assertThat(MessageText.isOpen("\"\"\"")).isTrue();
        assertThat(MessageText.isOpen("\"\"\"\none\n\ntwo")).isTrue();
        assertThat(MessageText.isOpen("\"\"\"one\"\"\"")).isFalse();
        assertThat(MessageText.of("\"\"\"\none\n\ntwo\n\"\"\"")).isEqualTo("one\n\ntwo");
        assertThat(MessageText.of("\"\"\"cut short")).isEqualTo("cut short");
        assertThat(MessageText.isOpen("say \"\"\" now")).isFalse();
    }
}
