package org.boltmesh.shards.tokenizer;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Knows by their spelling the tokens that end an answer or a turn, since few files name them all.
 * The spellings are those that llama.cpp knows.
 */
final class EndOfGeneration {
    private static final List<String> END_OF_TURN =
            List.of(
                    "<|eot_id|>",
                    "<|im_end|>",
                    "<|end|>",
                    "<end_of_turn>",
                    "<|endoftext|>",
                    "<|end_of_text|>",
                    "<EOT>",
                    "_<EOT>",
                    "[EOT]",
                    "<｜end▁of▁sentence｜>",
                    "<end_of_utterance>");

    private static final List<String> END =
            List.of(
                    "<|return|>",
                    "<|call|>",
                    "<|flush|>",
                    "<|calls|>",
                    "</s>",
                    "<|eom_id|>",
                    "[EOS]",
                    "<eos>",
                    "<turn|>",
                    "<|tool_response>",
                    "[e~[",
                    // A model that fills gaps has finished when it begins another file.
                    "<|fim_pad|>",
                    "<fim-pad>",
                    "<fim_pad>",
                    "<|fim_repo|>",
                    "<|repo_name|>",
                    "<|file_sep|>");

    private EndOfGeneration() {}

    /** The first token whose spelling says that it ends a turn. */
    static OptionalInt endOfTurn(Map<String, Integer> ids) {
        return END_OF_TURN.stream().filter(ids::containsKey).mapToInt(ids::get).findFirst();
    }

    /** All tokens whose spelling says that they end an answer. */
    static Set<Integer> known(Map<String, Integer> ids) {
        Set<Integer> ends = new TreeSet<>();
        for (List<String> spellings : List.of(END_OF_TURN, END)) {
            for (String spelling : spellings) {
                if (ids.containsKey(spelling)) {
                    ends.add(ids.get(spelling));
                }
            }
        }
        dropEndsThatOnlySeparate(ids, ends);
        return ends;
    }

    /** Where channels end with a token of their own, the answer goes on after it. */
    private static void dropEndsThatOnlySeparate(Map<String, Integer> ids, Set<Integer> ends) {
        boolean calls = ids.containsKey("<|call|>") || ids.containsKey("<|calls|>");
        boolean stops = ids.containsKey("<|return|>") || ids.containsKey("<|flush|>");
        if (calls && stops) {
            ends.remove(ids.get("<|end|>"));
        }
        if (ids.containsKey("<|tool_response>")) {
            ends.remove(ids.get("</s>"));
        }
    }
}
