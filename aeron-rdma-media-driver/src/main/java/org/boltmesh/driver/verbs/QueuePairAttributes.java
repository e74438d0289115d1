package org.boltmesh.driver.verbs;

/**
 * What a queue pair says of itself ({@code ibv_query_qp}).
 *
 * @param depths what is accepted, which may be less than what {@code ibv_create_qp} granted
 */
public record QueuePairAttributes(QueuePairState state, QueueDepths depths) {}
