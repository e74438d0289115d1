package org.boltmesh.actors.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.boltmesh.actors.shard.HeadEvent;
import org.boltmesh.actors.shard.LayerShard;
import org.boltmesh.shards.engine.EngineEvent;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.sampling.TokenLogprob;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private static final GenerationTimes TIMES = new GenerationTimes(1, 2, 3, 4);

    private final TestInbox<HeadEvent> heads = TestInbox.create();
    private final TestInbox<LayerShard.Command> head = TestInbox.create();
    private final TestInbox<AnswerEvent> client = TestInbox.create();
    private final Answers answers = new Answers(Samples.spec(), heads.getRef());

    AnswersTest() {
        answers.vocabulary(Vocabularies.ofLetters());
    }

    private void submit(Prompt prompt, int maxTokens, Integer... answered) {
        var request =
                new AnswerRequest(
                        Samples.MODEL, prompt, SamplingOptions.greedy(), maxTokens, 0, true);
        answers.submit(new ModelCoordinator.Submit(request, List.of(answered), client.getRef()));
        answers.serve(head.getRef());
    }

    private void says(HeadEvent event) {
        answers.onHead(event, head.getRef());
    }

    private LayerShard.Generate generate() {
        return (LayerShard.Generate) head.receiveMessage();
    }

    @Test
    void shouldRefuseAPromptBeyondTheContextBeforeItBegins() {
        answers.limits(new PipelineLimits(4, 1, 8));
        submit(new Prompt.Tokens(List.of(1, 2, 3, 4, 5)), 2);
        assertThat(client.receiveMessage())
                .isInstanceOfSatisfying(
                        AnswerEvent.Failed.class,
                        failed -> {
                            assertThat(failed.code()).isEqualTo(FailureCode.INVALID_REQUEST);
                            assertThat(failed.reason())
                                    .contains("5 tokens, want at most the context of 4");
                        });
    }

    @Test
    void shouldTokenizeAChatThenGenerate() {
        submit(new Prompt.Chat(List.of()), 2);
        var chat = (LayerShard.TokenizeChat) head.receiveMessage();
        says(new HeadEvent.Tokenized(chat.id(), List.of(5, 6)));
        assertThat(client.receiveMessage()).isEqualTo(new AnswerEvent.Begun(List.of(5, 6)));
        assertThat(generate().work().prompt()).containsExactly(5, 6);
        says(new HeadEvent.TokenCame(chat.id(), 0, 'h', List.of()));
        assertThat(client.receiveMessage())
                .isEqualTo(new AnswerEvent.Token(0, 'h', "h", List.of()));
        says(
                new HeadEvent.Ended(
                        chat.id(), new EngineEvent.Finished(1, FinishReason.STOP, 2, 1, TIMES)));
        assertThat(client.receiveMessage())
                .isEqualTo(new AnswerEvent.Finished(FinishReason.STOP, "", TIMES, 0));
        assertThat(answers.activeCount()).isZero();
    }

    @Test
    void shouldGoOnWhereAFaultHasInterrupted() {
        submit(new Prompt.Tokens(List.of(5)), 3);
        LayerShard.Generate first = generate();
        says(new HeadEvent.TokenCame(first.id(), 0, 'a', List.of()));
        says(new HeadEvent.Failed(first.id(), FailureCode.LOST, "the engine was killed"));
        assertThat(answers.takeBroken()).isTrue();
        assertThat(answers.takeBroken()).isFalse();
        assertThat(answers.waitingCount()).isEqualTo(1);
        answers.serve(head.getRef());
        LayerShard.Generate second = generate();
        assertThat(second.work().prompt()).containsExactly(5, (int) 'a');
        assertThat(second.work().maxTokens()).isEqualTo(2);
        assertThat(second.work().answeredCount()).isEqualTo(1);
        says(new HeadEvent.TokenCame(second.id(), 0, 'b', List.of()));
        says(
                new HeadEvent.Ended(
                        second.id(),
                        new EngineEvent.Finished(2, FinishReason.LENGTH, 2, 1, TIMES)));
        assertThat(client.getAllReceived())
                .containsExactly(
                        new AnswerEvent.Begun(List.of(5)),
                        new AnswerEvent.Token(0, 'a', "a", List.of()),
                        new AnswerEvent.Token(1, 'b', "b", List.of()),
                        new AnswerEvent.Finished(FinishReason.LENGTH, "", TIMES, 1));
    }

    @Test
    void shouldContinueWhatAnotherCoordinatorHadBegun() {
        // The first half of an e with an accent was spelled before.
        submit(new Prompt.Tokens(List.of(5)), 3, 'a' + 0, 0xc3);
        LayerShard.Generate work = generate();
        assertThat(work.work().prompt()).containsExactly(5, (int) 'a', 0xc3);
        says(new HeadEvent.TokenCame(work.id(), 0, 0xa9, List.of()));
        assertThat(client.getAllReceived())
                .endsWith(new AnswerEvent.Token(2, 0xa9, "é", List.of()));
    }

    @Test
    void shouldFinishWhatHadAllItsTokens() {
        submit(new Prompt.Tokens(List.of(5)), 2, 'a' + 0, 'b' + 0);
        assertThat(head.hasMessages()).isFalse();
        assertThat(client.getAllReceived())
                .endsWith(
                        new AnswerEvent.Finished(
                                FinishReason.LENGTH, "", new GenerationTimes(0, 0, 0, 0), 0));
    }

    @Test
    void shouldTellTheClientWhatIsItsOwnFault() {
        submit(new Prompt.Tokens(List.of(5)), 2);
        says(new HeadEvent.Failed(generate().id(), FailureCode.INVALID_REQUEST, "token 5"));
        assertThat(client.getAllReceived())
                .endsWith(new AnswerEvent.Failed(FailureCode.INVALID_REQUEST, "token 5"));
        assertThat(answers.takeBroken()).isFalse();
    }

    @Test
    void shouldGiveUpARequestThatKillsEngines() {
        submit(new Prompt.Tokens(List.of(5)), 2);
        int attempts = 0;
        while (head.hasMessages()) {
            attempts++;
            says(new HeadEvent.Failed(generate().id(), FailureCode.LOST, "killed"));
            answers.serve(head.getRef());
        }
        assertThat(attempts).isEqualTo(9);
        assertThat(client.getAllReceived())
                .endsWith(
                        new AnswerEvent.Failed(
                                FailureCode.LOST, "given up after 9 attempts: killed"));
    }

    @Test
    void shouldRefuseMoreThanMayWait() {
        for (int i = 0; i < Samples.spec().sequencesMax() + Samples.spec().queueMax(); i++) {
            submit(new Prompt.Tokens(List.of(5)), 2);
        }
        client.getAllReceived();
        submit(new Prompt.Tokens(List.of(5)), 2);
        assertThat(client.getAllReceived())
                .containsExactly(
                        new AnswerEvent.Failed(
                                FailureCode.QUEUE_FULL,
                                "model small has 72 requests, want at most as many; try again later"));
    }

    @Test
    void shouldSpellLikelyTokens() {
        submit(new Prompt.Tokens(List.of(5)), 2);
        says(
                new HeadEvent.TokenCame(
                        generate().id(),
                        0,
                        'a',
                        List.of(new TokenLogprob(0xc3, -0.5), new TokenLogprob(9999, -3))));
        assertThat(client.getAllReceived())
                .endsWith(
                        new AnswerEvent.Token(
                                0,
                                'a',
                                "a",
                                List.of(
                                        new SpelledLogprob(0xc3, -0.5, "c3"),
                                        new SpelledLogprob(9999, -3, ""))));
    }

    @Test
    void shouldCountOnlyWhatCanHoldASequenceAsActive() {
        for (int i = 0; i < Samples.spec().sequencesMax() + 3; i++) {
            submit(new Prompt.Tokens(List.of(5)), 2);
        }
        assertThat(answers.activeCount()).isEqualTo(Samples.spec().sequencesMax());
        assertThat(answers.waitingCount()).isEqualTo(3);
    }

    @Test
    void shouldKeepNothingOfCancelledRequests() {
        for (int i = 0; i < 1000; i++) {
            var prompt = i % 2 == 0 ? new Prompt.Text("p") : new Prompt.Tokens(List.of(5));
            var request =
                    new AnswerRequest(Samples.MODEL, prompt, SamplingOptions.greedy(), 2, 0, true);
            answers.submit(new ModelCoordinator.Submit(request, List.of(), client.getRef()));
            if (i % 3 > 0) {
                answers.serve(head.getRef()); // else it waits for the pipeline
            }
            assertThat(answers.cancel(client.getRef(), Optional.of(head.getRef()))).isTrue();
            answers.onHead(new HeadEvent.Tokenized(i + 1, List.of(5)), head.getRef());
            answers.onHead(new HeadEvent.TokenCame(i + 1, 0, 'a', List.of()), head.getRef());
        }
        assertThat(answers.activeCount() + answers.waitingCount()).isZero();
        List<LayerShard.Command> sent = head.getAllReceived();
        long begun = sent.stream().filter(LayerShard.Generate.class::isInstance).count();
        assertThat(begun).isPositive();
        assertThat(sent.stream().filter(LayerShard.CancelGeneration.class::isInstance))
                .hasSize((int) begun);
    }

    @Test
    void shouldEndACancelledRequestAtTheEngine() {
        submit(new Prompt.Tokens(List.of(5)), 2);
        long id = generate().id();
        assertThat(answers.cancel(client.getRef(), Optional.of(head.getRef()))).isTrue();
        assertThat(head.receiveMessage()).isEqualTo(new LayerShard.CancelGeneration(id));
        assertThat(answers.activeCount()).isZero();
        assertThat(answers.cancel(client.getRef(), Optional.of(head.getRef()))).isFalse();
    }
}
