package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryLinkTest {
    private final MemoryLink channel = new MemoryLink();
    private final List<String> received = new ArrayList<>();

    @Test
    void shouldKeepOrderAndLengths() {
        offer("one");
        offer("twenty-two");
        poll();
        offer("3");
        poll();
        poll();
        assertThat(received).containsExactly("one", "twenty-two", "3");
        assertThat(channel.poll((_, _) -> {})).isZero();
    }

    @Test
    void shouldPushBackWhenItIsFull() {
        int count = 0;
        while (offer("message " + count)) {
            count++;
        }
        poll();
        assertThat(offer("more")).isTrue();
        assertThat(offer("too much")).isFalse();
        for (int i = 0; i < count; i++) {
            poll();
        }
        assertThat(received).hasSize(count + 1).endsWith("more");
    }

    private boolean offer(String text) {
        byte[] bytes = (text + "!").getBytes(StandardCharsets.UTF_8);
        return channel.offer(MemorySegment.ofArray(bytes), bytes.length - 1);
    }

    private void poll() {
        channel.poll((message, length) -> received.add(MessageText.read(message, 0, (int) length)));
    }
}
