package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs a command in the test's own JVM. */
record RunCommand(int exitCode, String out, String err) {
    static RunCommand of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode =
                Main.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments);
        return new RunCommand(exitCode, out.toString(), err.toString());
    }
}
