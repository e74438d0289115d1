package org.boltmesh.shards.synth;

/**
 * How Llama 3.1 and later stretch rotary frequencies: high ones stay, low ones are divided by a
 * factor, those between are blended. GGUF has the divisors as a tensor.
 *
 * @param factor divides low frequencies
 * @param lowFactor original context over the longest wavelength that is blended
 * @param highFactor original context over the shortest wavelength that is blended
 * @param contextOriginal positions before stretching
 */
public record Llama3Scaling(
        double factor, double lowFactor, double highFactor, int contextOriginal) {

    static Llama3Scaling of(ConfigJson scaling) {
        double low = scaling.positive("low_freq_factor");
        double high = scaling.positive("high_freq_factor");
        if (high <= low) {
            throw scaling.failure("high_freq_factor", high, "more than low_freq_factor " + low);
        }
        return new Llama3Scaling(
                scaling.positive("factor"),
                low,
                high,
                scaling.size("original_max_position_embeddings"));
    }

    /** The divisor of pair {@code index} of a head's elements. */
    float divisor(int index, int headSize, double theta) {
        double wavelength = 2 * Math.PI * Math.pow(theta, 2.0 * index / headSize);
        double turns = contextOriginal / wavelength;
        if (turns > highFactor) {
            return 1;
        }
        if (turns < lowFactor) {
            return (float) factor;
        }
        double kept = (turns - lowFactor) / (highFactor - lowFactor);
        return (float) (1 / ((1 - kept) / factor + kept));
    }
}
