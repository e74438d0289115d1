package org.boltmesh.bootstrap.chat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.util.Optional;

/** Messages of a program or a file, one a line where none goes on. */
public final class PipedInput implements ChatInput {
    private final BufferedReader reader;
    private final PrintWriter out;

    /** Reads until the end. */
    public PipedInput(Reader reader, PrintWriter out) {
        this.reader = new BufferedReader(reader);
        this.out = out;
    }

    @Override
    public Optional<String> next() {
        try {
            String line = reader.readLine();
            if (line == null) {
                return Optional.empty();
            }
            var typed = new StringBuilder(line);
            while (MessageText.isOpen(typed.toString())) {
                String more = reader.readLine();
                if (more == null) {
                    break;
                }
                typed.append('\n').append(more);
            }
            return Optional.of(typed.toString());
        } catch (IOException e) {
            throw new ChatException("standard input cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public PrintWriter out() {
        return out;
    }

    @Override
    public boolean isTerminal() {
        return false;
    }

    @Override
    public void stoppable(Work work, Runnable stop) throws InterruptedException {
        work.run();
    }

    @Override
    public void close() {
        out.flush();
    }
}
