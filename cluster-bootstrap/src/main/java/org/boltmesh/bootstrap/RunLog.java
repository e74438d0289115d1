package org.boltmesh.bootstrap;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * The log of one run of a command and of the engine that it starts. It goes when the run was good
 * and stays when it was not; the last ten stay.
 */
final class RunLog implements AutoCloseable {
    private static final int KEPT_MAX = 10;
    private static final String SUFFIX = ".log";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final String PATTERN = "%d{ISO8601} %-5level [%thread] %logger{0}: %msg%n";

    private final Path file;
    private boolean good;

    private RunLog(Path file) {
        this.file = file;
    }

    /**
     * A new log below {@code home}; its file appears with its first line.
     *
     * @throws CommandException when its folder cannot be written
     */
    static RunLog open(Path home, String command) {
        Path folder = home.resolve("logs");
        String time = LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
        String name = command + "-" + time + "-" + ProcessHandle.current().pid() + SUFFIX;
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(folder);
            removeOld(folder, command);
            Files.createFile(file);
        } catch (IOException e) {
            throw FolderFault.cannotWrite(file, e);
        }
        logTo(file);
        return new RunLog(file);
    }

    /** Sends what this process logs to the end of a file. */
    static void logTo(Path file) {
        Logger root = root();
        LoggerContext context = root.getLoggerContext();
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        var appender = new FileAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setName(file.toString());
        appender.setFile(file.toString());
        appender.setAppend(true);
        appender.setEncoder(encoder);
        appender.start();
        root.addAppender(appender);
        root.setLevel(Level.INFO);
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static void removeOld(Path folder, String command) throws IOException {
        List<Path> logs;
        try (Stream<Path> files = Files.list(folder)) {
            logs =
                    files.filter(file -> isLogOf(file, command))
                            .sorted()
                            .toList(); // their names begin with their time
        }
        for (Path old : logs.subList(0, Math.max(0, logs.size() - KEPT_MAX + 1))) {
            Files.deleteIfExists(old);
        }
    }

    private static boolean isLogOf(Path file, String command) {
        String name = file.getFileName().toString();
        return name.startsWith(command + "-") && name.endsWith(SUFFIX);
    }

    Path file() {
        return file;
    }

    /** The run was good: the log will go. */
    void good() {
        good = true;
    }

    @Override
    public void close() {
        if (!good) {
            return;
        }
        Logger root = root();
        root.detachAppender(file.toString());
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw FolderFault.cannotWrite(file, e);
        }
    }
}
