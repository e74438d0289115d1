package org.boltmesh.shards.template;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import tools.jackson.databind.json.JsonMapper;

/**
 * The Jinja template of a model, which turns a conversation into a prompt as Python's Jinja does
 * for Hugging Face's tokenizers.
 *
 * <p>Thread-safe: renderings run one after another, in a thread of their own. Compiling the first
 * template of a process takes seconds and a rendering milliseconds, so neither belongs on an
 * actor's thread.
 */
public final class ChatTemplate implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();

    private record Compiled(Context context, Value render) {}

    private final String source;
    private final TemplateLimits limits;
    private final InstantSource clock;
    private final Sandbox sandbox;

    /** Empty after a rendering that had to be cancelled, and when closed. */
    private Optional<Compiled> compiled = Optional.empty();

    private boolean closed;

    private ChatTemplate(String source, TemplateLimits limits, InstantSource clock) {
        this.source = source;
        this.limits = limits;
        this.clock = clock;
        this.sandbox = new Sandbox(limits);
    }

    /**
     * Compiles a template.
     *
     * @throws TemplateException when the source is too long, is no template, or takes too long
     */
    public static ChatTemplate compile(String source) {
        return compile(source, TemplateLimits.DEFAULT, InstantSource.system());
    }

    static ChatTemplate compile(String source, TemplateLimits limits, InstantSource clock) {
        if (source.length() > limits.sourceCharsMax()) {
            throw new TemplateException(
                    "chat template has %d characters, want at most %d"
                            .formatted(source.length(), limits.sourceCharsMax()));
        }
        ChatTemplate template = new ChatTemplate(source, limits, clock);
        template.compiled = Optional.of(template.compileNow());
        return template;
    }

    private Compiled compileNow() {
        Context context = JinjaLibrary.newContext(limits);
        try {
            // The library is ours and may take its time.
            Value compiler = JinjaLibrary.compiler(context);
            Value render = sandbox.run("chat template", context, () -> compiler.execute(source));
            return new Compiled(context, render);
        } catch (TemplateException e) {
            if (!e.isCancelled()) {
                context.close(true);
            }
            throw e;
        }
    }

    /**
     * The prompt of a conversation.
     *
     * @param addGenerationPrompt whether the prompt ends where the model's answer begins
     * @param bosToken spelling of the token before a text, empty where the model has none
     * @param eosToken spelling of the token after a text, empty where the model has none
     * @throws TemplateException when the template refuses the conversation, fails, or uses too much
     *     time or memory
     */
    public synchronized String render(
            List<ChatMessage> messages,
            boolean addGenerationPrompt,
            String bosToken,
            String eosToken) {
        if (closed) {
            throw new IllegalStateException("the chat template is closed");
        }
        String variables =
                JSON.writeValueAsString(
                        Map.of(
                                "messages", messages,
                                "add_generation_prompt", addGenerationPrompt,
                                "bos_token", bosToken,
                                "eos_token", eosToken));
        if (variables.length() > limits.textCharsMax()) {
            throw new TemplateException(
                    "conversation of %d characters, want at most %d"
                            .formatted(variables.length(), limits.textCharsMax()));
        }
        Compiled current = compiled.orElseGet(this::compileNow);
        compiled = Optional.of(current);
        try {
            return sandbox.run(
                    "chat template",
                    current.context,
                    () -> current.render.execute(variables, clock.millis()).asString());
        } catch (TemplateException e) {
            if (e.isCancelled()) {
                compiled = Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        compiled.ifPresent(current -> current.context.close(true));
        compiled = Optional.empty();
    }
}
