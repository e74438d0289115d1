package org.boltmesh.bootstrap;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * The log of a running node: readable lines on standard error, everything in its data folder, or
 * what a {@code logback.xml} beside its configuration file says.
 */
final class NodeLog {
    private static final String FILE = "logback.xml";
    private static final String FOLDER_VARIABLE = "LOG_FOLDER";

    /** Logback's own; who sets it wants nothing of ours. */
    private static final String CHOSEN = "logback.configurationFile";

    private NodeLog() {}

    /** Shows warnings on standard error while it is not yet known where the node logs. */
    static void begin() {
        if (isChosen()) {
            return;
        }
        LoggerContext context = context();
        context.reset();
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{HH:mm:ss} %-5level %msg%n");
        encoder.start();
        var console = new ConsoleAppender<ILoggingEvent>();
        console.setContext(context);
        console.setTarget("System.err");
        console.setEncoder(encoder);
        console.start();
        var root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(console);
        root.setLevel(Level.WARN);
        // It says the same in a line of its own.
        context.getLogger(CommandErrors.class).setLevel(Level.OFF);
    }

    /**
     * Logs as the node does from here on.
     *
     * @param dataFolder of the node; it exists
     * @param config the node's configuration file, if it has one
     * @throws CommandException when the file beside it cannot be used
     */
    static void open(Path dataFolder, Optional<Path> config) {
        if (isChosen()) {
            return;
        }
        LoggerContext context = context();
        context.reset();
        context.putProperty(FOLDER_VARIABLE, dataFolder.resolve("logs").toString());
        Optional<Path> own =
                config.map(file -> file.toAbsolutePath().resolveSibling(FILE))
                        .filter(Files::isRegularFile);
        var configurator = new JoranConfigurator();
        configurator.setContext(context);
        try {
            configurator.doConfigure(own.isPresent() ? url(own.get()) : builtIn());
        } catch (JoranException e) {
            throw new CommandException(
                    "cannot use %s: %s"
                            .formatted(own.map(Path::toString).orElse(FILE), e.getMessage()));
        }
    }

    private static URL builtIn() {
        return Objects.requireNonNull(
                NodeLog.class.getResource("node/" + FILE), "it is packed with this class");
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("every path has a URL", e);
        }
    }

    /** Closes its files. */
    static void close() {
        context().stop();
    }

    private static boolean isChosen() {
        return System.getProperty(CHOSEN) != null;
    }

    private static LoggerContext context() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }
}
