package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.settings.ApiKey;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.HttpSettings;
import org.boltmesh.bootstrap.chat.ChatAsk;
import org.boltmesh.bootstrap.chat.ChatException;
import org.boltmesh.bootstrap.chat.ChatPeer;
import org.boltmesh.bootstrap.chat.ChatReply;
import org.boltmesh.bootstrap.chat.HttpPeer;
import org.boltmesh.bootstrap.gateway.Gateway;
import org.boltmesh.bootstrap.gateway.HostNames;
import org.boltmesh.bootstrap.metrics.NodeCounts;
import org.boltmesh.bootstrap.metrics.NodeMetrics;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.template.ChatMessage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A chat with a node by HTTP. */
@Timeout(60)
class ChatOverHttpTest {
    private static final String KEY = "a-key-for-this-test";
    private static final ActorSystem<Void> SYSTEM =
            ActorSystem.create(
                    Behaviors.empty(),
                    "chat-test",
                    ConfigFactory.parseString(
                                    "pekko.stdout-loglevel = OFF, pekko.loglevel = WARNING")
                            .withFallback(ConfigFactory.defaultReference()));
    private static int port;

    @BeforeAll
    static void start() {
        var settings =
                new HttpSettings(true, new HostPort("127.0.0.1", 0), List.of(new ApiKey(KEY)));
        port =
                Gateway.start(
                                SYSTEM,
                                new FakeCluster(),
                                settings,
                                HostNames.of(settings, new HostPort("127.0.0.1", 25520)),
                                new NodeMetrics("a", NodeCounts.NONE))
                        .port();
    }

    @AfterAll
    static void stop() {
        SYSTEM.terminate();
    }

    private static ChatPeer peer(String key) {
        return new HttpPeer(URI.create("http://127.0.0.1:" + port), Optional.of(key));
    }

    private static ChatAsk ask(String model) {
        return new ChatAsk(
                model, List.of(new ChatMessage("user", "Hi")), SamplingOptions.greedy(), 3);
    }

    @Test
    void shouldAskForModelsAndAnswers() throws InterruptedException {
        ChatPeer peer = peer(KEY);
        assertThat(peer.models()).containsExactly("tales");
        var text = new StringBuilder();
        assertThat(peer.answer(ask("tales"), text::append))
                .isEqualTo(new ChatReply.Complete(3, true));
        assertThat(text).hasToString(" ä0 ä1 ä2!");
        assertThat(peer.answer(ask("other"), text::append))
                .isInstanceOfSatisfying(
                        ChatReply.Failed.class,
                        failed -> assertThat(failed.reason()).contains("other"));
    }

    @Test
    void shouldTellWhyItIsRefused() {
        assertThatThrownBy(() -> peer("another-key-of-nobody").models())
                .isInstanceOf(ChatException.class)
                .hasMessageContaining("key");
        var nobody = new HttpPeer(URI.create("http://127.0.0.1:1"), Optional.empty());
        assertThatThrownBy(nobody::models)
                .isInstanceOf(ChatException.class)
                .hasMessageContaining("no node answers at http://127.0.0.1:1");
    }
}
