package org.boltmesh.bootstrap.chat;

/** How an answer ended. */
public sealed interface ChatReply {
    /** The model has said all, or as much as it may. */
    record Complete(int tokens, boolean cut) implements ChatReply {}

    /** Its reader wanted no more. */
    record Cancelled() implements ChatReply {}

    /** It broke off, or never began; a sentence for people. */
    record Failed(String reason) implements ChatReply {}
}
