package org.boltmesh.shards.template;

import java.time.Duration;

/**
 * How much a template may use.
 *
 * @param sourceCharsMax length of the template; the longest known has 16,000 characters
 * @param textCharsMax length of the conversation, of the prompt and of every string on the way
 * @param allocatedBytesMax memory that one compilation or rendering may allocate, live or not; a
 *     conversation of two megabytes takes less than this by half
 * @param time how long one compilation or rendering may take
 */
record TemplateLimits(int sourceCharsMax, int textCharsMax, long allocatedBytesMax, Duration time) {
    static final TemplateLimits DEFAULT =
            new TemplateLimits(256 << 10, 8 << 20, 512 << 20, Duration.ofSeconds(30));
}
