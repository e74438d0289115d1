package org.boltmesh.actors.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.ManualTime;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterDirector;
import org.boltmesh.actors.coordinator.FindReply;
import org.boltmesh.actors.coordinator.ModelCoordinator;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestSessionTest {
    private static final GenerationTimes TIMES = new GenerationTimes(1, 2, 3, 4);
    private static final AnswerEvent BEGUN = new AnswerEvent.Begun(List.of(1, 2));

    private final ActorTestKit kit = ActorTestKit.create(ManualTime.config());
    private final ManualTime time = ManualTime.get(kit.system());
    private final TestProbe<ClusterDirector.Command> director = kit.createTestProbe();
    private final TestProbe<ModelCoordinator.Command> first = kit.createTestProbe();
    private final TestProbe<ModelCoordinator.Command> second = kit.createTestProbe();
    private final TestProbe<AnswerEvent> heard = kit.createTestProbe();
    private final AnswerRequest request =
            new AnswerRequest("m", new Prompt.Text("Once"), SamplingOptions.greedy(), 9, 0, true);
    private final ActorRef<RequestSession.Command> session =
            kit.spawn(
                    RequestSession.create(
                            director.getRef(), request, event -> heard.getRef().tell(event)));

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    private void answerFind(FindReply reply) {
        director.expectMessageClass(ClusterDirector.Find.class).replyTo().tell(reply);
    }

    private ActorRef<AnswerEvent> submitted(TestProbe<ModelCoordinator.Command> coordinator) {
        var submit = coordinator.expectMessageClass(ModelCoordinator.Submit.class);
        assertThat(submit.request()).isEqualTo(request);
        return submit.client();
    }

    private static AnswerEvent token(int index) {
        return new AnswerEvent.Token(index, 10 + index, "t" + index, List.of());
    }

    @Test
    void shouldSayThatNobodyKnowsTheModel() {
        answerFind(new FindReply.Unknown("no model m; none is loaded"));
        heard.expectMessage(
                new AnswerEvent.Failed(FailureCode.NOT_LOADED, "no model m; none is loaded"));
        heard.expectTerminated(session);
    }

    @Test
    void shouldWaitForAModelThatComes() {
        answerFind(new FindReply.Coming("it loads"));
        heard.expectNoMessage();
        time.timePasses(Duration.ofMillis(500));
        answerFind(new FindReply.Found(first.getRef()));
        submitted(first).tell(new AnswerEvent.Finished(FinishReason.STOP, "", TIMES, 0));
        heard.expectMessage(new AnswerEvent.Finished(FinishReason.STOP, "", TIMES, 0));
    }

    @Test
    void shouldGoOnWithTheNextCoordinatorAndTellEachTokenOnce() {
        answerFind(new FindReply.Found(first.getRef()));
        ActorRef<AnswerEvent> client = submitted(first);
        client.tell(BEGUN);
        client.tell(token(0));
        heard.expectMessage(BEGUN);
        heard.expectMessage(token(0));
        first.stop();
        // The director has not heard yet.
        answerFind(new FindReply.Found(first.getRef()));
        time.timePasses(Duration.ofMillis(500));
        answerFind(new FindReply.Unknown("no model m"));
        time.timePasses(Duration.ofMillis(500));
        answerFind(new FindReply.Found(second.getRef()));
        var submit = second.expectMessageClass(ModelCoordinator.Submit.class);
        assertThat(submit.answered()).containsExactly(10);
        submit.client().tell(BEGUN);
        submit.client().tell(token(0));
        submit.client().tell(token(1));
        submit.client().tell(new AnswerEvent.Finished(FinishReason.LENGTH, "", TIMES, 2));
        heard.expectMessage(token(1));
        heard.expectMessage(new AnswerEvent.Finished(FinishReason.LENGTH, "", TIMES, 3));
        heard.expectTerminated(session);
    }

    @Test
    void shouldEndTheRequestWhereItIsWhenItsClientWantsNoMore() {
        answerFind(new FindReply.Found(first.getRef()));
        ActorRef<AnswerEvent> client = submitted(first);
        session.tell(RequestSession.Cancel.INSTANCE);
        first.expectMessage(new ModelCoordinator.Cancel(client));
        assertThat(heard.expectMessageClass(AnswerEvent.Finished.class).reason())
                .isEqualTo(FinishReason.CANCELLED);
    }

    @Test
    void shouldGiveUpAModelThatDoesNotComeAndSayWhy() {
        answerFind(new FindReply.Coming("waits for more nodes"));
        heard.expectNoMessage();
        time.timePasses(Duration.ofMinutes(5));
        assertThat(heard.expectMessageClass(AnswerEvent.Failed.class).reason())
                .isEqualTo("model m has not come within 300 s: waits for more nodes");
    }
}
