package org.boltmesh.bootstrap.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChatLineTest {
    @Test
    void shouldTellMessagesFromCommands() {
        assertThat(ChatLine.of("Hi there")).isEqualTo(new ChatLine.Say("Hi there"));
        assertThat(ChatLine.of("  \t")).isEqualTo(new ChatLine.Nothing());
        assertThat(ChatLine.of("//etc/hosts?")).isEqualTo(new ChatLine.Say("/etc/hosts?"));
        assertThat(ChatLine.of("/HELP")).isEqualTo(new ChatLine.Help());
        assertThat(ChatLine.of("/new ")).isEqualTo(new ChatLine.New());
        assertThat(ChatLine.of("/system Answer in French."))
                .isEqualTo(new ChatLine.Instruct("Answer in French."));
        assertThat(ChatLine.of("/model")).isEqualTo(new ChatLine.UseModel(""));
        assertThat(ChatLine.of("/exit")).isEqualTo(new ChatLine.Exit());
        assertThat(ChatLine.of("/hlep me")).isEqualTo(new ChatLine.Unknown("/hlep"));
    }
}
