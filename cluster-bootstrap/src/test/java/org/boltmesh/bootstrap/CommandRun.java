package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs a command in the test's own JVM. */
record CommandRun(int exitCode, String out, String err) {
    static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode =
                Main.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
