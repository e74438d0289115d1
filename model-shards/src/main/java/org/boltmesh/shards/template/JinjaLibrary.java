package org.boltmesh.shards.template;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/**
 * Hugging Face's Jinja for JavaScript, in GraalJS. All contexts share one engine, and with it the
 * parsed library: the first takes seconds, the others milliseconds.
 */
final class JinjaLibrary {
    private static final String JINJA = "huggingface-jinja-0.5.11.cjs";
    private static final String BRIDGE = "bridge.js";
    private static final int RANGE_MAX = 100_000;
    private static final int NEEDLE_CHARS_MAX = 1024;

    private static final Engine ENGINE = engine();
    private static final Source JINJA_SOURCE =
            source(
                    JINJA,
                    "(function () { const module = { exports: {} }; const exports = module.exports;\n",
                    "\nreturn module.exports; })()");
    private static final Source BRIDGE_SOURCE = source(BRIDGE, "", "");

    private JinjaLibrary() {}

    private static Engine engine() {
        // We interpret. The compiler's attach library is not wanted: it would be unpacked into the
        // home folder, and native code has no place in this process.
        System.setProperty("truffle.attach.library", "none");
        System.setProperty("polyglotimpl.AttachLibraryFailureAction", "ignore");
        return Engine.newBuilder("js").option("engine.WarnInterpreterOnly", "false").build();
    }

    private static Source source(String name, String before, String after) {
        try (InputStream in = JinjaLibrary.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("our jar lacks " + name);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Source.newBuilder("js", before + text + after, name).buildLiteral();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s of our jar".formatted(name), e);
        }
    }

    /** A context without any access to the host. */
    static Context newContext(TemplateLimits limits) {
        return Context.newBuilder("js")
                .engine(ENGINE)
                .allowExperimentalOptions(true)
                .option("js.string-length-limit", Integer.toString(limits.textCharsMax()))
                .build();
    }

    /** The function that compiles a template's source to a function that renders. */
    static Value compiler(Context context) {
        return context.eval(BRIDGE_SOURCE)
                .execute(context.eval(JINJA_SOURCE), RANGE_MAX, NEEDLE_CHARS_MAX);
    }
}
