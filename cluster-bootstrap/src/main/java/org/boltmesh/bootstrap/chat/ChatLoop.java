package org.boltmesh.bootstrap.chat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.boltmesh.shards.sampling.SamplingOptions;

/** A chat from its first message to its end. A message that fails is not kept, and asked again. */
public final class ChatLoop {
    /** A model may write what would steer the terminal. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\n\\t]]");

    private final ChatPeer peer;
    private final ChatInput input;
    private final SamplingOptions sampling;
    private final int maxTokens;
    private final Conversation conversation;
    private String model;
    private int failures;

    /**
     * A chat that begins with {@link #run}.
     *
     * @param model that is asked first
     * @param system instruction, if there is one
     * @param maxTokens of an answer
     */
    public ChatLoop(
            ChatPeer peer,
            ChatInput input,
            String model,
            Optional<String> system,
            SamplingOptions sampling,
            int maxTokens) {
        this.peer = peer;
        this.input = input;
        this.model = model;
        this.sampling = sampling;
        this.maxTokens = maxTokens;
        conversation = new Conversation(system);
    }

    /**
     * Chats until the input's end.
     *
     * @return how many messages had no answer, or only a part of one
     */
    public int run() throws InterruptedException {
        if (input.isTerminal()) {
            print("Chatting with %s; /help tells more.%n".formatted(model));
        }
        Optional<String> typed = input.next();
        while (typed.isPresent() && take(ChatLine.of(typed.get()))) {
            typed = input.next();
        }
        return failures;
    }

    /** Does what is wanted; false when that is to end. */
    private boolean take(ChatLine line) throws InterruptedException {
        switch (line) {
            case ChatLine.Say say -> ask(say.text());
            case ChatLine.Nothing _ -> {}
            case ChatLine.Help _ -> print(ChatLine.HELP);
            case ChatLine.New _ -> {
                conversation.clear();
                print("A new conversation.\n");
            }
            case ChatLine.Instruct instruct -> {
                conversation.instruct(instruct.text());
                print("A new conversation.\n");
            }
            case ChatLine.UseModel use -> use(use.name());
            case ChatLine.Exit _ -> {
                return false;
            }
            case ChatLine.Unknown unknown ->
                    print("%s means nothing here; see /help%n".formatted(unknown.command()));
        }
        return true;
    }

    private void use(String name) throws InterruptedException {
        try {
            List<String> models = peer.models();
            if (models.contains(name)) {
                model = name;
                print("Asking %s from here on.%n".formatted(name));
            } else {
                String known = models.isEmpty() ? "none is loaded" : String.join(", ", models);
                print(
                        name.isEmpty()
                                ? "%s of: %s%n".formatted(model, known)
                                : "no model %s, want one of: %s%n".formatted(name, known));
            }
        } catch (ChatException e) {
            print("%s%n".formatted(e.getMessage()));
        }
    }

    private void ask(String question) throws InterruptedException {
        var answer = new StringBuilder();
        long startNs = System.nanoTime();
        input.stoppable(
                () -> {
                    ChatReply reply = reply(question, answer);
                    end(question, answer.toString(), reply, System.nanoTime() - startNs);
                },
                peer::cancel);
    }

    private ChatReply reply(String question, StringBuilder answer) throws InterruptedException {
        var ask = new ChatAsk(model, conversation.asking(question), sampling, maxTokens);
        try {
            return peer.answer(
                    ask,
                    piece -> {
                        answer.append(piece);
                        print(piece);
                    });
        } catch (ChatException e) {
            return new ChatReply.Failed(String.valueOf(e.getMessage()));
        }
    }

    private void end(String question, String answer, ChatReply reply, long tookNs) {
        print(answer.isEmpty() ? "" : "\n");
        switch (reply) {
            case ChatReply.Complete complete -> {
                conversation.add(question, answer);
                if (input.isTerminal()) {
                    print(summary(complete, tookNs));
                }
            }
            case ChatReply.Cancelled _ -> {
                if (!answer.isEmpty()) {
                    conversation.add(question, answer);
                }
                print("[stopped]\n");
            }
            case ChatReply.Failed failed -> {
                failures++;
                print("[no answer: %s; say it again to ask again]%n".formatted(failed.reason()));
            }
        }
    }

    private static String summary(ChatReply.Complete complete, long tookNs) {
        double seconds = (double) tookNs / TimeUnit.SECONDS.toNanos(1);
        return String.format(
                Locale.ROOT,
                "[%d tokens%s in %.1f s]%n",
                complete.tokens(),
                complete.cut() ? " (cut, see --max-tokens)" : "",
                seconds);
    }

    private void print(String text) {
        input.out().print(input.isTerminal() ? CONTROL.matcher(text).replaceAll("\uFFFD") : text);
        input.out().flush();
    }
}
