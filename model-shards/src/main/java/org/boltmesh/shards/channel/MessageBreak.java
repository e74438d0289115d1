package org.boltmesh.shards.channel;

/**
 * Messages between two that were delivered are missing for good, or may be: their sender was
 * replaced, or began before this receiver did.
 *
 * @param lastDelivered number of the last message delivered before the break; 0 for none
 * @param nextNumber of the message that is delivered next
 * @param isOtherSender whether that one comes from another life of the sender, which counts anew
 */
public record MessageBreak(long lastDelivered, long nextNumber, boolean isOtherSender) {}
