package org.boltmesh.bootstrap.chat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Messages of a person, with editing and a history. */
public final class TerminalInput implements ChatInput {
    private static final String PROMPT = "> ";
    private static final String MORE_PROMPT = "… ";

    private final Terminal terminal;
    private final LineReader reader;

    private TerminalInput(Terminal terminal, Optional<Path> history) {
        this.terminal = terminal;
        LineReaderBuilder builder =
                LineReaderBuilder.builder()
                        .terminal(terminal)
                        .parser(new MessageParser())
                        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                        .variable(LineReader.SECONDARY_PROMPT_PATTERN, MORE_PROMPT);
        history.ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
        reader = builder.build();
    }

    /**
     * The terminal of this process.
     *
     * @param history where it is kept, if anywhere
     */
    public static TerminalInput open(Optional<Path> history) {
        try {
            return new TerminalInput(
                    TerminalBuilder.builder().system(true).dumb(true).build(), history);
        } catch (IOException e) {
            throw new ChatException("the terminal cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public Optional<String> next() {
        while (true) {
            try {
                return Optional.of(reader.readLine(PROMPT));
            } catch (EndOfFileException _) {
                return Optional.empty();
            } catch (UserInterruptException e) {
                if (e.getPartialLine().isEmpty()) {
                    out().println("(/exit or Ctrl-D ends the chat)");
                    out().flush();
                }
            }
        }
    }

    @Override
    public PrintWriter out() {
        return terminal.writer();
    }

    @Override
    public boolean isTerminal() {
        return true;
    }

    @Override
    public void stoppable(Work work, Runnable stop) throws InterruptedException {
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, _ -> stop.run());
        try {
            work.run();
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
        }
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            throw new ChatException("the terminal cannot be set back: " + e.getMessage(), e);
        }
    }

    /** Asks for more lines while a message goes on. */
    private static final class MessageParser extends DefaultParser {
        MessageParser() {
            setEscapeChars(new char[0]);
            setQuoteChars(new char[0]);
        }

        @Override
        public ParsedLine parse(String line, int cursor, ParseContext context) {
            if (context == ParseContext.ACCEPT_LINE && MessageText.isOpen(line)) {
                throw new EOFError(-1, cursor, "the message goes on");
            }
            return super.parse(line, cursor, context);
        }
    }
}
