package org.boltmesh.bootstrap;

import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.boltmesh.bootstrap.chat.ChatException;
import org.boltmesh.bootstrap.chat.ChatInput;
import org.boltmesh.bootstrap.chat.ChatLoop;
import org.boltmesh.bootstrap.chat.ChatPeer;
import org.boltmesh.bootstrap.chat.ControlPeer;
import org.boltmesh.bootstrap.chat.HttpPeer;
import org.boltmesh.bootstrap.chat.PipedInput;
import org.boltmesh.bootstrap.chat.TerminalInput;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chat}: a conversation with a loaded model. */
@Command(
        name = "chat",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Talks with a model of a cluster, by a node of this machine or any other.",
            "In a terminal /help tells more; what comes from a pipe is asked line by line."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the chat was ended",
            "1:there is no node or no model, or a piped message had no answer",
            "2:wrong usage"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar chat",
            "  java -jar node.jar chat qwen3 --system \"Answer in French.\" --temperature 0.7",
            "  BOLTMESH_API_KEY=... java -jar node.jar chat --url http://mac-1:8642",
            "  echo \"Why is the sky blue?\" | java -jar node.jar chat qwen3"
        })
final class ChatCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ChatCommand.class);
    private static final int TOKENS_MAX = 1_000_000;

    @Spec private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "The model's name, as in models; default: the only one.")
    private @Nullable String name;

    @ArgGroup private Where where = new Where();

    @Option(names = "--system", paramLabel = "TEXT", description = "Instruct the model by this.")
    private @Nullable String system;

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            defaultValue = "2048",
            description = "Most tokens of an answer (default: 2048).")
    private int maxTokens;

    @Mixin private SamplingArguments sampling = new SamplingArguments();

    /** Which node. */
    static final class Where extends NodeArguments.Place {
        @Option(
                names = "--url",
                paramLabel = "URL",
                description = {
                    "Ask the node that serves HTTP there; the variable BOLTMESH_API_KEY has the key",
                    "where it wants one."
                })
        private @Nullable URI url;

        ChatPeer peer(CommandLine command) {
            if (url == null) {
                return new ControlPeer(dataFolder());
            }
            if (url.getHost() == null || !List.of("http", "https").contains(url.getScheme())) {
                throw new ParameterException(
                        command, "--url %s, want one as in http://mac-1:8642".formatted(url));
            }
            return new HttpPeer(url, Optional.ofNullable(System.getenv("BOLTMESH_API_KEY")));
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        OptionRange.check(command, "--max-tokens", maxTokens, 1, TOKENS_MAX);
        SamplingOptions options = sampling.options(command);
        ChatPeer peer = where.peer(command);
        try {
            String model = model(peer);
            try (ChatInput input = input(command)) {
                return chat(peer, input, model, options);
            }
        } catch (ChatException e) {
            throw new CommandException(String.valueOf(e.getMessage()));
        }
    }

    private int chat(ChatPeer peer, ChatInput input, String model, SamplingOptions options)
            throws InterruptedException {
        var loop =
                new ChatLoop(peer, input, model, Optional.ofNullable(system), options, maxTokens);
        int failures = loop.run();
        if (failures > 0 && !input.isTerminal()) {
            throw new CommandException("%d messages had no answer".formatted(failures));
        }
        return 0;
    }

    private String model(ChatPeer peer) throws InterruptedException {
        List<String> models = peer.models();
        if (name == null && models.size() == 1) {
            return models.getFirst();
        }
        if (name != null && models.contains(name)) {
            return name;
        }
        String wanted =
                models.isEmpty()
                        ? "no model is loaded; load one: java -jar node.jar load NAME --file FILE"
                        : "want one of: " + String.join(", ", models);
        throw new CommandException(
                name == null ? wanted : "no model %s is ready; %s".formatted(name, wanted));
    }

    private static ChatInput input(CommandLine command) {
        boolean isTerminal =
                Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
        return isTerminal
                ? TerminalInput.open(history())
                : new PipedInput(
                        new InputStreamReader(System.in, StandardCharsets.UTF_8), command.getOut());
    }

    /** What a person says is nobody else's business. */
    private static Optional<Path> history() {
        Path home = GgmlEnvironment.current().home();
        Path folder = home.resolve("chat");
        try {
            Files.createDirectories(home);
            if (!Files.isDirectory(folder)) {
                Files.createDirectory(
                        folder,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
            }
            return Optional.of(folder.resolve("history"));
        } catch (IOException e) {
            LOG.warn("no history is kept: {}", e.toString());
            return Optional.empty();
        }
    }
}
