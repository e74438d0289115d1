package org.boltmesh.driver.verbs;

/**
 * Depths of a queue pair's two queues: work requests, except with {@link Manners#THUNDERBOLT},
 * which counts the 4 KiB frames that they cover. Whoever asks for frames gets enough of both.
 */
public record QueueDepths(int send, int receive) {}
