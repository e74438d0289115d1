package org.boltmesh.bootstrap;

import dev.langchain4j.model.StreamingResponseHandler;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.Response;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What LangChain4j hears of one stream. */
final class HeardStream implements StreamingChatResponseHandler {
    private static final long TIMEOUT_S = 120;

    private final List<String> pieces = new CopyOnWriteArrayList<>();
    private final CompletableFuture<ChatResponse> chat = new CompletableFuture<>();
    private final CompletableFuture<Response<String>> text = new CompletableFuture<>();

    @Override
    public void onPartialResponse(String piece) {
        pieces.add(piece);
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        chat.complete(response);
    }

    @Override
    public void onError(Throwable fault) {
        chat.completeExceptionally(fault);
    }

    /** The same for a text that is continued. */
    StreamingResponseHandler<String> ofText() {
        return new StreamingResponseHandler<>() {
            @Override
            public void onNext(String piece) {
                pieces.add(piece);
            }

            @Override
            public void onComplete(Response<String> response) {
                text.complete(response);
            }

            @Override
            public void onError(Throwable fault) {
                text.completeExceptionally(fault);
            }
        };
    }

    String text() {
        return String.join("", pieces);
    }

    int pieceCount() {
        return pieces.size();
    }

    ChatResponse response() throws InterruptedException, ExecutionException, TimeoutException {
        return chat.get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    Response<String> textResponse()
            throws InterruptedException, ExecutionException, TimeoutException {
        return text.get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    /** What ended the chat. */
    Throwable error() throws InterruptedException, TimeoutException {
        try {
            throw new AssertionError("no error but " + chat.get(TIMEOUT_S, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        }
    }
}
