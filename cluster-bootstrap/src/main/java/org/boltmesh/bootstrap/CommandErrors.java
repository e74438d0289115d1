package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.boltmesh.actors.control.ControlException;
import org.boltmesh.actors.node.NodeException;
import org.boltmesh.actors.settings.SettingsException;
import org.boltmesh.bootstrap.bench.BenchException;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;
import org.boltmesh.bootstrap.gateway.GatewayException;
import org.boltmesh.driver.fabric.FabricException;
import org.boltmesh.driver.simulated.SimulatedFabricException;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.boltmesh.shards.synth.SynthException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** Failures of commands as one line on standard error; their traces go to the log. */
final class CommandErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {
    /** As shells report a command that Ctrl-C ended. */
    private static final int EXIT_INTERRUPTED = 130;

    private static final int EXIT_FAILED = 1;
    private static final int EXIT_USAGE = 2;
    private static final Logger LOG = LoggerFactory.getLogger(CommandErrors.class);

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName(" ");
        String sentence = failure.getMessage() + "; see " + name + " --help";
        say(command, sentence);
        if (List.of(arguments).contains("--json")) {
            printJson(command, sentence);
        }
        return EXIT_USAGE;
    }

    @Override
    public int handleExecutionException(
            Exception failure, CommandLine command, ParseResult parseResult) {
        if (failure instanceof InterruptedException) {
            return EXIT_INTERRUPTED;
        }
        LOG.error("the command failed", failure);
        String sentence = oneLine(sentence(failure));
        say(command, sentence);
        if (isJsonWanted(parseResult)) {
            printJson(command, sentence);
        }
        return EXIT_FAILED;
    }

    private static void printJson(CommandLine command, String sentence) {
        command.getOut().println(JsonMapper.shared().writeValueAsString(Map.of("error", sentence)));
        command.getOut().flush();
    }

    private static String sentence(Exception failure) {
        return switch (failure) {
            case CommandException known -> String.valueOf(known.getMessage());
            case SettingsException known -> String.valueOf(known.getMessage());
            case NodeException known -> String.valueOf(known.getMessage());
            case GatewayException known -> String.valueOf(known.getMessage());
            case ControlException known -> String.valueOf(known.getMessage());
            case FabricException known -> String.valueOf(known.getMessage());
            case EngineException known -> String.valueOf(known.getMessage());
            case BenchException known -> String.valueOf(known.getMessage());
            case VerbsBenchException known -> String.valueOf(known.getMessage());
            case VerbsException known -> String.valueOf(known.getMessage());
            case SimulatedFabricException known -> String.valueOf(known.getMessage());
            case SynthException known -> String.valueOf(known.getMessage());
            case GgmlUnavailableException known -> String.valueOf(known.getMessage());
            default -> "internal error: " + failure;
        };
    }

    /** Some sentences are lists with a line for each place that was looked at. */
    private static String oneLine(String sentence) {
        return sentence.strip().replaceAll(":\\s*\\R\\s*", ": ").replaceAll("\\s*\\R\\s*", "; ");
    }

    private static boolean isJsonWanted(ParseResult parseResult) {
        ParseResult last = parseResult;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        return last.hasMatchedOption("--json");
    }

    private static void say(CommandLine command, String sentence) {
        PrintWriter err = command.getErr();
        err.println(command.getCommandName() + ": " + sentence);
        err.flush();
    }
}
