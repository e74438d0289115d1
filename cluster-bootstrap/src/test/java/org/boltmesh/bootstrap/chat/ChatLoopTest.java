package org.boltmesh.bootstrap.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.template.ChatMessage;
import org.junit.jupiter.api.Test;

class ChatLoopTest {
    private final StringWriter out = new StringWriter();
    private final Peer peer = new Peer();

    /** Says what it is asked, or fails where told to. */
    private static final class Peer implements ChatPeer {
        private final List<ChatAsk> asked = new ArrayList<>();

        @Override
        public List<String> models() {
            return List.of("a", "b");
        }

        @Override
        public ChatReply answer(ChatAsk ask, Consumer<String> listener) {
            asked.add(ask);
            String said = ask.messages().getLast().content();
            if (said.equals("unplug")) {
                throw new ChatException("no node");
            }
            listener.accept("you said ");
            if (said.equals("break")) {
                return new ChatReply.Failed("the engine died");
            }
            if (said.equals("stop")) {
                return new ChatReply.Cancelled();
            }
            listener.accept(said);
            return new ChatReply.Complete(2, false);
        }

        @Override
        public void cancel() {}
    }

    private int chat(Optional<String> system, String typed) throws InterruptedException {
        var input = new PipedInput(new StringReader(typed), new PrintWriter(out));
        return new ChatLoop(peer, input, "a", system, SamplingOptions.greedy(), 9).run();
    }

    private List<String> lastAsked() {
        return peer.asked.getLast().messages().stream()
                .map(said -> said.role() + ": " + said.content())
                .toList();
    }

    @Test
    void shouldKeepWhatWasSaid() throws InterruptedException {
        assertThat(chat(Optional.of("Be kind."), "one\ntwo\n")).isZero();
        assertThat(out).hasToString("you said one\nyou said two\n");
        assertThat(lastAsked())
                .containsExactly(
                        "system: Be kind.", "user: one", "assistant: you said one", "user: two");
    }

    @Test
    void shouldForgetWhatFailed() throws InterruptedException {
        assertThat(chat(Optional.empty(), "break\nunplug\nstop\nagain")).isEqualTo(2);
        assertThat(out.toString())
                .contains("[no answer: the engine died;", "[no answer: no node;", "[stopped]");
        assertThat(lastAsked())
                .containsExactly("user: stop", "assistant: you said ", "user: again");
    }

    @Test
    void shouldBeginAnew() throws InterruptedException {
        chat(Optional.of("Be kind."), "one\n/new\ntwo\n/system Be brief.\nthree\n/system\nfour\n");
        assertThat(peer.asked.get(1).messages())
                .containsExactly(
                        new ChatMessage("system", "Be kind."), new ChatMessage("user", "two"));
        assertThat(peer.asked.get(2).messages())
                .containsExactly(
                        new ChatMessage("system", "Be brief."), new ChatMessage("user", "three"));
        assertThat(lastAsked()).containsExactly("user: four");
    }

    @Test
    void shouldAskAnotherModel() throws InterruptedException {
        chat(Optional.empty(), "/model\n/model c\n/model b\nHi\n/exit\nnever");
        assertThat(out.toString())
                .contains("a of: a, b", "no model c, want one of: a, b", "Asking b");
        assertThat(peer.asked).hasSize(1);
        assertThat(peer.asked.getFirst().model()).isEqualTo("b");
    }
}
