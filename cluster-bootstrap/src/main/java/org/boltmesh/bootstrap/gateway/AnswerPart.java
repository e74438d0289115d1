package org.boltmesh.bootstrap.gateway;

/** What becomes of a call, in order; {@link Done} or {@link Failed} is the last. */
sealed interface AnswerPart {
    /** The model has it. */
    enum Begun implements AnswerPart {
        INSTANCE
    }

    /** A choice grows. */
    record Grown(int choice, Piece piece) implements AnswerPart {}

    /**
     * A choice is whole.
     *
     * @param finishReason in OpenAI's words
     */
    record Ended(int choice, String finishReason) implements AnswerPart {}

    /** All choices are. */
    record Done(Usage usage) implements AnswerPart {}

    /** There is no answer, or no more of it. */
    record Failed(Refusal refusal) implements AnswerPart {}
}
