package org.boltmesh.shards.sampling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Sampling as one would explain it: sorts, normalises, filters, draws. */
final class ReferenceSampler {
    private record Candidate(int id, double logit) {}

    private ReferenceSampler() {}

    static int sample(SamplingOptions options, float[] logits, int[] tokens, int promptSize) {
        List<Candidate> ranked = new ArrayList<>();
        for (int id = 0; id < logits.length; id++) {
            float logit = adjusted(options, logits[id], id, tokens, promptSize);
            if (logit != Float.NEGATIVE_INFINITY) {
                // Adding zero makes one of the two zeros, which comparators tell apart.
                ranked.add(new Candidate(id, logit + 0.0));
            }
        }
        ranked.sort(
                Comparator.comparingDouble(Candidate::logit)
                        .reversed()
                        .thenComparingInt(Candidate::id));
        if (options.temperature() == 0) {
            return ranked.getFirst().id();
        }
        return draw(
                filtered(options, ranked),
                options.temperature(),
                TokenDraw.draw(options.seed(), 0, tokens.length));
    }

    private static float adjusted(
            SamplingOptions options, float logit, int id, int[] tokens, int promptSize) {
        float result = logit + options.logitBias().getOrDefault(id, 0f);
        Set<Integer> recent = new HashSet<>();
        IntStream.range(Math.max(0, tokens.length - options.penaltyWindow()), tokens.length)
                .forEach(i -> recent.add(tokens[i]));
        if (recent.contains(id)) {
            double penalty = options.repetitionPenalty();
            result = (float) (result > 0 ? result / penalty : result * penalty);
        }
        long count =
                IntStream.range(promptSize, tokens.length).filter(i -> tokens[i] == id).count();
        if (count > 0) {
            result =
                    (float)
                            (result
                                    - (count * options.frequencyPenalty()
                                            + options.presencePenalty()));
        }
        return result;
    }

    private static List<Candidate> filtered(SamplingOptions options, List<Candidate> ranked) {
        int topK = options.topK() == 0 ? ranked.size() : Math.min(options.topK(), ranked.size());
        List<Candidate> kept = new ArrayList<>(ranked.subList(0, topK));
        if (options.topP() < 1) {
            double[] probabilities = softmax(kept, 1);
            double sum = 0;
            int end = 0;
            while (end < kept.size() && sum < options.topP()) {
                sum += probabilities[end++];
            }
            kept = kept.subList(0, end);
        }
        double best = kept.getFirst().logit();
        return kept.stream()
                .filter(c -> options.minP() == 0 || c.logit() >= best + Math.log(options.minP()))
                .toList();
    }

    private static int draw(List<Candidate> kept, double temperature, double draw) {
        List<Candidate> byId = new ArrayList<>(kept);
        byId.sort(Comparator.comparingInt(Candidate::id));
        double[] probabilities = softmax(byId, temperature);
        double sum = 0;
        for (int i = 0; i < byId.size(); i++) {
            sum += probabilities[i];
            if (sum > draw) {
                return byId.get(i).id();
            }
        }
        return byId.getLast().id();
    }

    private static double[] softmax(List<Candidate> candidates, double temperature) {
        double max = candidates.stream().mapToDouble(Candidate::logit).max().orElseThrow();
        double[] weights =
                candidates.stream()
                        .mapToDouble(c -> Math.exp((c.logit() - max) / temperature))
                        .toArray();
        double total = 0;
        for (double weight : weights) {
            total += weight;
        }
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= total;
        }
        return weights;
    }
}
