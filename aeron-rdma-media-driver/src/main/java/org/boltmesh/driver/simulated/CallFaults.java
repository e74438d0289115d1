package org.boltmesh.driver.simulated;

import java.util.EnumMap;
import java.util.Map;

/**
 * Faults of this process's own calls, on demand: refused, hanging, or crashing the process in the
 * middle. May be used by any thread. Without faults it costs one read per call.
 */
public final class CallFaults {
    /** Exit code of a process that crashed on demand. */
    public static final int CRASH_EXIT_CODE = 97;

    private final Map<Verb, VerbFaults> verbs = new EnumMap<>(Verb.class);
    private final Runnable crash;
    private volatile boolean armed;

    /** No faults, until some are asked for. */
    public CallFaults() {
        this(() -> Runtime.getRuntime().halt(CRASH_EXIT_CODE));
    }

    CallFaults(Runnable crash) {
        this.crash = crash;
        for (Verb verb : Verb.values()) {
            verbs.put(verb, new VerbFaults());
        }
    }

    /**
     * Reads faults from a text, such as {@code "refuse ibv_reg_mr 12 3; hang ibv_modify_qp; crash
     * ibv_poll_cq 2"}: three refusals with errno 12, a hang, a crash at the second point.
     *
     * @throws IllegalArgumentException with the value and what was wanted
     */
    public static CallFaults parse(String text) {
        CallFaults faults = new CallFaults();
        for (String part : text.split(";", -1)) {
            if (!part.isBlank()) {
                faults.add(part.strip(), part.strip().split("\\s+", -1));
            }
        }
        return faults;
    }

    private void add(String part, String[] words) {
        switch (words[0] + " " + words.length) {
            case "refuse 4" -> refuse(Verb.of(words[1]), number(words[2]), number(words[3]));
            case "hang 2" -> hang(Verb.of(words[1]));
            case "crash 3" -> crash(Verb.of(words[1]), number(words[2]));
            default ->
                    throw new IllegalArgumentException(
                            "'%s', want 'refuse CALL ERRNO TIMES', 'hang CALL' or 'crash CALL POINT'"
                                    .formatted(part));
        }
    }

    private static int number(String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("'%s', want a number".formatted(text));
        }
        return Integer.parseInt(text);
    }

    /** Refuses the next calls. */
    public void refuse(Verb verb, int errno, int times) {
        of(verb).refuse(errno, times);
        armed = true;
    }

    /** Lets all calls hang from now on, at their beginning, until they are released. */
    public void hang(Verb verb) {
        of(verb).hang();
        armed = true;
    }

    /** Lets the calls go on that hang, and those to come. */
    public void release(Verb verb) {
        of(verb).release();
    }

    /** How many calls hang now. */
    public int hanging(Verb verb) {
        return of(verb).hanging();
    }

    /**
     * Halts the process when calls of this verb reach their k-th marked point from now on. Points
     * lie before, within and after each change of shared state; polling has some for every message
     * that it delivers, of which one is in the middle of the copy.
     */
    public void crash(Verb verb, int point) {
        of(verb).crashAt(point);
        armed = true;
    }

    boolean isArmed() {
        return armed;
    }

    /** What the call is to return: 0, or an error number. */
    int enter(Verb verb) {
        return armed ? of(verb).enter() : 0;
    }

    /** A marked point of a verb. */
    void point(Verb verb) {
        if (armed && of(verb).isCrashPoint()) {
            crash.run();
        }
    }

    /** Points passed since a crash was asked for. */
    int points(Verb verb) {
        return of(verb).points();
    }

    private VerbFaults of(Verb verb) {
        VerbFaults faults = verbs.get(verb);
        if (faults == null) {
            throw new IllegalStateException("no faults of " + verb);
        }
        return faults;
    }
}
