package org.boltmesh.bootstrap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineEvent;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.engine.EngineRequest;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.VocabularyFacts;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.template.ChatMessage;
import org.boltmesh.shards.tokenizer.Utf8Stream;

/** One demo with an engine that has no model yet. */
final class DemoRun {
    /** Stands for the end of the tokens. */
    private static final int END = -1;

    private final EngineClient engine;
    private final DemoScreen screen;

    DemoRun(EngineClient engine, DemoScreen screen) {
        this.engine = engine;
        this.screen = screen;
    }

    /** Loads the model, generates, prints as tokens come. */
    DemoReport run(Path model, DemoSettings settings) throws InterruptedException {
        EngineEvent.Loaded loaded = load(model, settings);
        List<Integer> prompt = prompt(settings);
        if (!settings.isChat()) {
            screen.print(settings.text());
        }
        var request =
                new EngineRequest.Generate(
                        engine.newRequestId(),
                        prompt,
                        settings.sampling(),
                        settings.maxTokens(),
                        0,
                        settings.stopOnEnd());
        BlockingQueue<Integer> coming = new LinkedBlockingQueue<>();
        var answer = engine.generate(request, token -> coming.add(token.token()));
        var ended = answer.whenComplete((_, _) -> coming.add(END));
        List<Integer> tokens = new ArrayList<>();
        String text = print(loaded.vocabulary(), coming, tokens);
        return new DemoReport(model.toString(), loaded.shard(), text, tokens, prompt, get(ended));
    }

    private EngineEvent.Loaded load(Path model, DemoSettings settings) throws InterruptedException {
        var request =
                new EngineRequest.Load(
                        engine.newRequestId(), model.toString(), LayerRange.ALL, settings.load());
        try {
            return get(engine.load(request, screen::loading));
        } finally {
            screen.loaded();
        }
    }

    private List<Integer> prompt(DemoSettings settings) throws InterruptedException {
        if (!settings.isChat()) {
            return get(engine.tokenize(settings.text(), true, true));
        }
        return get(engine.tokenize(List.of(new ChatMessage("user", settings.text()))));
    }

    private String print(
            VocabularyFacts vocabulary, BlockingQueue<Integer> coming, List<Integer> tokens)
            throws InterruptedException {
        var stream = new Utf8Stream();
        var text = new StringBuilder();
        for (int token = coming.take(); token != END; token = coming.take()) {
            tokens.add(token);
            print(stream.append(vocabulary.tokenBytes().bytes(token)), text);
        }
        print(stream.finish(), text);
        screen.print(System.lineSeparator());
        return text.toString();
    }

    private void print(String piece, StringBuilder text) {
        text.append(piece);
        screen.print(piece);
    }

    private static <T> T get(CompletableFuture<T> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof EngineException failure
                    ? failure
                    : new EngineException(FailureCode.INTERNAL, String.valueOf(e.getCause()));
        }
    }
}
