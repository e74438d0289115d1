package org.boltmesh.driver.link;

import java.util.random.RandomGenerator;

/**
 * What a link takes from outside.
 *
 * @param nonces must be hard to guess: a {@link java.security.SecureRandom}
 * @param jitter spreads retries; need not be secure
 */
public record LinkSources(EpochSource epochs, RandomGenerator nonces, RandomGenerator jitter) {}
