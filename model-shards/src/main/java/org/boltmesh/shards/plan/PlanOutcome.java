package org.boltmesh.shards.plan;

import java.util.List;

/** What planning a model came to. */
public sealed interface PlanOutcome {

    /**
     * Where the layers go.
     *
     * @param model for people
     * @param stages in order of their layers, each on another node
     * @param notes what people may wonder about, as nodes that are left out
     */
    record Plan(String model, List<Stage> stages, List<String> notes) implements PlanOutcome {
        /** Checks that there is a stage. */
        public Plan {
            stages = List.copyOf(stages);
            notes = List.copyOf(notes);
            if (stages.isEmpty()) {
                throw new IllegalArgumentException(model + ": a plan without stages");
            }
        }

        /** The stage with the embedding, whose engine decides the steps. */
        public Stage headShard() {
            return stages.getFirst();
        }

        /** The stage with the logits. */
        public Stage last() {
            return stages.getLast();
        }
    }

    /**
     * Why there is no plan.
     *
     * @param kind of reason
     * @param reason for people: names each node and bytes, one line for each
     * @param nodes what each node would have held in the closest split; empty where memory was not
     *     the reason
     */
    record Refusal(Kind kind, String reason, List<Shortage> nodes) implements PlanOutcome {
        /** Copies the list. */
        public Refusal {
            nodes = List.copyOf(nodes);
        }

        static Refusal of(Kind kind, String reason) {
            return new Refusal(kind, reason, List.of());
        }
    }

    /** Kinds of refusals. */
    enum Kind {
        /** There is no node at all. */
        NO_NODES,
        /** A node was asked for that is not there. */
        UNKNOWN_NODE,
        /** Two nodes have the name that was asked for. */
        AMBIGUOUS_NAME,
        /** No split fits. */
        MEMORY
    }
}
