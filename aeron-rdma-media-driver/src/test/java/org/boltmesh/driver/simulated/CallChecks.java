package org.boltmesh.driver.simulated;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.boltmesh.driver.verbs.VerbsException;

/** Compares answers with what the model says, and remembers the calls before. */
final class CallChecks {
    private static final int LOG_LENGTH = 60;

    /** A call that may throw. */
    interface Call {
        void run();
    }

    private final SplittableRandom random;
    private final Deque<String> log = new ArrayDeque<>();
    private int failures;

    CallChecks(SplittableRandom random) {
        this.random = random;
    }

    /** Calls that were refused, as the model said. */
    int failures() {
        return failures;
    }

    void expect(int errno, String what, Call call) {
        note(what);
        int actual = 0;
        try {
            call.run();
        } catch (VerbsException e) {
            actual = e.errno();
        }
        check(what, actual, errno);
        failures += errno == 0 ? 0 : 1;
    }

    void onRefused() {
        failures++;
    }

    void check(String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            throw new AssertionError(
                    "%s: the provider says %s, the model %s; before that: %s"
                            .formatted(what, actual, expected, String.join("\n", log)));
        }
    }

    void note(String what) {
        log.add(what);
        if (log.size() > LOG_LENGTH) {
            log.remove();
        }
    }

    <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    int upTo(int bound) {
        return random.nextInt(bound);
    }
}
