package org.boltmesh.shards.library;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What npm's error output means. */
final class NpmFault {
    private static final Pattern CODE = Pattern.compile("npm (?:error|ERR!) code (\\w+)");
    private static final String UNREACHABLE =
            "its registry cannot be reached; check the network and npm's proxy settings";
    private static final String ABSENT =
            "the registry that it is set to use does not have it; see npm config get registry";
    private static final String DENIED =
            "it may not write its cache; see npm config get cache for the folder";
    private static final Map<String, String> MEANINGS =
            Map.ofEntries(
                    Map.entry("ENOTFOUND", UNREACHABLE),
                    Map.entry("EAI_AGAIN", UNREACHABLE),
                    Map.entry("ECONNREFUSED", UNREACHABLE),
                    Map.entry("ECONNRESET", UNREACHABLE),
                    Map.entry("ETIMEDOUT", UNREACHABLE),
                    Map.entry("ENETUNREACH", UNREACHABLE),
                    Map.entry("EHOSTUNREACH", UNREACHABLE),
                    Map.entry("ERR_SOCKET_TIMEOUT", UNREACHABLE),
                    Map.entry("E404", ABSENT),
                    Map.entry("ETARGET", ABSENT),
                    Map.entry("E401", "its registry wants a login; run npm login"),
                    Map.entry("E403", "its registry refuses it; run npm login"),
                    Map.entry("ENOSPC", "the disk is full; free 100 MB"),
                    Map.entry("EACCES", DENIED),
                    Map.entry("EPERM", DENIED),
                    Map.entry("EROFS", DENIED),
                    Map.entry("EINTEGRITY", "the download was damaged; run it again"));
    private static final int LINES_SHOWN = 3;

    private NpmFault() {}

    /** Why npm failed, as the end of a sentence. */
    static String reason(int exitCode, String output) {
        Matcher code = CODE.matcher(output);
        if (code.find()) {
            String known = MEANINGS.get(code.group(1));
            if (known != null) {
                return "%s (npm says %s)".formatted(known, code.group(1));
            }
        }
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
        return "exit code %d%s"
                .formatted(exitCode, last.isEmpty() ? "" : ": " + String.join(" / ", last));
    }
}
