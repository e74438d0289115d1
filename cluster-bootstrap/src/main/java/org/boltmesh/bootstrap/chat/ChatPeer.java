package org.boltmesh.bootstrap.chat;

import java.util.List;
import java.util.function.Consumer;

/**
 * A node that answers. One thread asks; any may cancel. A node that goes and comes back can be
 * asked again.
 */
public interface ChatPeer {
    /**
     * The models that answer now.
     *
     * @throws ChatException when the node cannot be asked
     */
    List<String> models() throws InterruptedException;

    /**
     * Asks, and returns when the answer has ended.
     *
     * @param listener hears each piece of text
     * @throws ChatException when the node cannot be asked
     */
    ChatReply answer(ChatAsk ask, Consumer<String> listener) throws InterruptedException;

    /** Ends the answer that is being given; nothing where there is none. */
    void cancel();
}
