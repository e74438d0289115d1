package org.boltmesh.bootstrap.gateway;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.bootstrap.metrics.AnswerMeter;
import org.boltmesh.bootstrap.metrics.Outcome;
import org.boltmesh.shards.engine.FinishReason;

/**
 * A call while it is answered: its choices, each a request of its own to the cluster. Thread-safe;
 * its listener is called by threads of actors, one at a time.
 */
final class AnswerRun {
    private static final String STOP = "stop";
    private static final String LENGTH = "length";

    private final CompletionCall call;
    private final Consumer<AnswerPart> listener;
    private final AnswerMeter meter;
    private final List<Choice> choices;
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();
    private int promptTokens;
    private boolean begun;

    private static final class Choice {
        private final ChoiceText text;
        private Runnable cancel = () -> {};
        private boolean counted;
        private boolean ended;

        private Choice(ChoiceText text) {
            this.text = text;
        }
    }

    /**
     * A call that is still to be started.
     *
     * @param meter of this call
     */
    AnswerRun(CompletionCall call, Consumer<AnswerPart> listener, AnswerMeter meter) {
        this.call = call;
        this.listener = listener;
        this.meter = meter;
        choices =
                call.requests().stream()
                        .map(_ -> new Choice(new ChoiceText(call.stops(), call.reportTokens())))
                        .toList();
    }

    /** Asks the cluster. */
    void start(ClusterAccess access) {
        for (int index = 0; index < choices.size() && !over.isDone(); index++) {
            int choice = index;
            keep(
                    choices.get(choice),
                    access.answer(call.requests().get(choice), event -> onEvent(choice, event)));
        }
    }

    /** The answer may be over before it is known how to end it. */
    private synchronized void keep(Choice choice, Runnable cancel) {
        if (choice.ended || over.isDone()) {
            cancel.run();
        } else {
            choice.cancel = cancel;
        }
    }

    /** Completed when nothing comes any more. */
    CompletableFuture<Boolean> over() {
        return over;
    }

    /**
     * Says what is done when the answer was cancelled.
     *
     * @param action must not block
     */
    void onCancelled(Runnable action) {
        var _ =
                over.thenAccept(
                        isWhole -> {
                            if (!isWhole) {
                                action.run();
                            }
                        });
    }

    /** Nobody wants the answer any more; its listener hears nothing of that. */
    synchronized void cancel() {
        if (over.complete(false)) {
            meter.ended(Outcome.CANCELLED);
            choices.forEach(AnswerRun::end);
        }
    }

    /** Ends the answer early, and says so. */
    synchronized void fail(Refusal refusal) {
        if (!over.isDone()) {
            meter.ended(refusal.outcome());
            listener.accept(new AnswerPart.Failed(refusal));
            cancel();
        }
    }

    private static void end(Choice choice) {
        if (!choice.ended) {
            choice.ended = true;
            choice.cancel.run();
        }
    }

    private synchronized void onEvent(int index, AnswerEvent event) {
        Choice choice = choices.get(index);
        if (choice.ended || over.isDone()) {
            return;
        }
        switch (event) {
            case AnswerEvent.Begun begin -> onBegun(index, choice, begin);
            case AnswerEvent.Token token -> onToken(index, choice, token);
            case AnswerEvent.Finished finished -> onFinished(index, choice, finished);
            case AnswerEvent.Failed failed -> fail(Refusal.of(failed.code(), failed.reason()));
        }
    }

    private void onBegun(int index, Choice choice, AnswerEvent.Begun begin) {
        if (!choice.counted && call.isFirstOfPrompt(index)) {
            promptTokens += begin.promptTokens().size();
            meter.prompt(begin.promptTokens().size());
        }
        choice.counted = true;
        if (!begun) {
            begun = true;
            listener.accept(AnswerPart.Begun.INSTANCE);
        }
    }

    private void onToken(int index, Choice choice, AnswerEvent.Token token) {
        meter.token();
        show(index, choice.text.append(token));
        if (choice.text.isStopped()) {
            end(choice);
            ended(index, STOP);
        }
    }

    private void onFinished(int index, Choice choice, AnswerEvent.Finished finished) {
        if (finished.reason() == FinishReason.CANCELLED) {
            fail(Refusal.unavailable("cancelled", "the answer was cancelled"));
            return;
        }
        meter.times(finished.times());
        show(index, choice.text.finish(finished.text()));
        choice.ended = true;
        boolean cut = finished.reason() == FinishReason.LENGTH && !choice.text.isStopped();
        ended(index, cut ? LENGTH : STOP);
    }

    private void show(int index, Piece piece) {
        if (!piece.isEmpty()) {
            listener.accept(new AnswerPart.Grown(index, piece));
        }
    }

    private void ended(int index, String finishReason) {
        listener.accept(new AnswerPart.Ended(index, finishReason));
        if (choices.stream().allMatch(choice -> choice.ended)) {
            meter.ended(Outcome.ANSWERED);
            listener.accept(new AnswerPart.Done(usage()));
            over.complete(true);
        }
    }

    private Usage usage() {
        return new Usage(
                promptTokens, choices.stream().mapToInt(each -> each.text.tokenCount()).sum());
    }
}
