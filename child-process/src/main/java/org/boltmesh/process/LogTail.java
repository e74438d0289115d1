package org.boltmesh.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log file, for the error that follows a death. */
final class LogTail {
    private static final int READ_MAX_BYTES = 4096;

    private LogTail() {}

    /** The last {@code count} lines that say something, joined; a sentence where there are none. */
    static String lastLines(Path log, int count) {
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            int length = (int) Math.min(file.length(), READ_MAX_BYTES);
            byte[] bytes = new byte[length];
            file.seek(file.length() - length);
            file.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8)
                            .lines()
                            .map(String::strip)
                            .filter(line -> !line.isEmpty())
                            .toList();
            int from = Math.max(0, lines.size() - count);
            return lines.isEmpty()
                    ? "(its log is empty)"
                    : String.join(" | ", lines.subList(from, lines.size()));
        } catch (IOException e) {
            return "(its log cannot be read: " + e.getMessage() + ")";
        }
    }
}
