package org.boltmesh.bootstrap;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.boltmesh.shards.engine.GgufModelLoader;
import org.boltmesh.shards.engine.ModelLoader;
import org.boltmesh.shards.library.GgmlEnvironment;
import picocli.CommandLine;

/** Main class under JDK 25; the launcher calls it. */
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        PrintWriter out = utf8(FileDescriptor.out);
        PrintWriter err = utf8(FileDescriptor.err);
        int exitCode = commandLine().setOut(out).setErr(err).execute(args);
        System.exit(withOutput(exitCode, out, err));
    }

    /** Output that nobody got is no success. */
    static int withOutput(int exitCode, PrintWriter out, PrintWriter err) {
        if (exitCode != 0 || !out.checkError()) {
            return exitCode;
        }
        err.println("standard output cannot be written: it was closed, or its disk is full");
        err.flush();
        return 1;
    }

    /** All commands. */
    static CommandLine commandLine() {
        var engine =
                new CommandLine(new EngineCommand(Main::modelLoader))
                        .addSubcommand(new EngineInstallCommand(new LibrarySelfTest()))
                        .addSubcommand(new EngineSelfTestCommand());
        var errors = new CommandErrors();
        return new CommandLine(new NodeCommand())
                .addSubcommand(engine)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
    }

    /** What loads models in the engine process. */
    private static ModelLoader modelLoader(Path home) {
        return new GgufModelLoader(GgmlEnvironment.current().withHome(home));
    }

    /** Text is UTF-8 whatever the locale says, as JSON must be. */
    private static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
