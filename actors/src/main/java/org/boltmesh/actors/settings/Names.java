package org.boltmesh.actors.settings;

import java.util.regex.Pattern;

/**
 * How nodes and models may be called: so that a name can stand in a log, a URL and a file's path.
 */
public final class Names {
    /** What a refusal says is wanted. */
    public static final String WANTED =
            "1..63 letters, digits, dots, hyphens and underscores, the first a letter or digit";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private Names() {}

    /** Whether a node or a model can be called so. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }
}
