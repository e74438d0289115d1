package org.boltmesh.shards.template;

/**
 * One turn of a conversation.
 *
 * @param role who speaks: {@code system}, {@code user} or {@code assistant}, and what else the
 *     model's template knows
 * @param content what is said
 */
public record ChatMessage(String role, String content) {}
