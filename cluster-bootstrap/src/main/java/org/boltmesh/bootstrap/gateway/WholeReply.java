package org.boltmesh.bootstrap.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.pekko.http.javadsl.model.HttpResponse;

/** Collects an answer into one response. Called by one thread at a time. */
final class WholeReply implements Consumer<AnswerPart> {
    private static final class Choice {
        private final StringBuilder text = new StringBuilder();
        private final List<Piece> pieces = new ArrayList<>();
        private String finishReason = "";

        private ReplyWriter.Choice written() {
            return new ReplyWriter.Choice(text.toString(), pieces, finishReason);
        }
    }

    private final ReplyWriter writer;
    private final List<Choice> choices;
    private final CompletableFuture<HttpResponse> response = new CompletableFuture<>();

    /** Nothing came yet. */
    WholeReply(CompletionCall call, ReplyWriter writer) {
        this.writer = writer;
        choices = Stream.generate(Choice::new).limit(call.requests().size()).toList();
    }

    CompletableFuture<HttpResponse> response() {
        return response;
    }

    /** Nothing comes any more. Does nothing where the response is there. */
    void end(Refusal refusal) {
        response.complete(Responses.last(refusal));
    }

    @Override
    public void accept(AnswerPart part) {
        switch (part) {
            case AnswerPart.Begun _ -> {}
            case AnswerPart.Grown grown -> onGrown(choices.get(grown.choice()), grown.piece());
            case AnswerPart.Ended ended ->
                    choices.get(ended.choice()).finishReason = ended.finishReason();
            case AnswerPart.Done done -> onDone(done.usage());
            case AnswerPart.Failed failed -> response.complete(Responses.refusal(failed.refusal()));
        }
    }

    private static void onGrown(Choice choice, Piece piece) {
        choice.text.append(piece.text());
        if (!piece.tokens().isEmpty()) {
            choice.pieces.add(piece);
        }
    }

    private void onDone(Usage usage) {
        List<ReplyWriter.Choice> written = choices.stream().map(Choice::written).toList();
        response.complete(Responses.json(Refusal.OK, writer.whole(written, usage)));
    }
}
