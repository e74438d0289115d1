package org.boltmesh.shards.template;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work of a template in a thread of its own, while the caller watches time and memory. Work
 * that goes too far is cancelled, and left behind if even that does not stop it: the caller always
 * gets its answer in bounded time.
 */
final class Sandbox {
    private static final Logger LOG = LoggerFactory.getLogger(Sandbox.class);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Memory fills at some 5 GB/s, so this is 25 MB beyond the limit at worst. */
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(5);

    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final long STACK_BYTES = 4 << 20;
    private static final int MESSAGE_CHARS_MAX = 500;

    private final TemplateLimits limits;

    Sandbox(TemplateLimits limits) {
        this.limits = limits;
    }

    /**
     * Does the work and returns its result. After a {@link TemplateException} that is {@link
     * TemplateException#isCancelled cancelled} the context is closed.
     *
     * @param what the work, for messages: "chat template"
     */
    <T> T run(String what, Context context, Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread worker =
                Thread.ofPlatform()
                        .name("chat-template")
                        .daemon()
                        .stackSize(STACK_BYTES)
                        .unstarted(task);
        long startNs = System.nanoTime();
        worker.start();
        try {
            while (!worker.join(CHECK_INTERVAL)) {
                Optional<String> excess = excess(worker, startNs);
                if (excess.isPresent()) {
                    cancel(worker, context);
                    throw TemplateException.cancelled(what + " " + excess.get());
                }
            }
        } catch (InterruptedException e) {
            cancelLater(context);
            Thread.currentThread().interrupt();
            throw TemplateException.cancelled(what + " was interrupted");
        }
        return switch (task.state()) {
            case SUCCESS -> task.resultNow();
            default -> throw failure(what, task.exceptionNow());
        };
    }

    private Optional<String> excess(Thread worker, long startNs) {
        Duration taken = Duration.ofNanos(System.nanoTime() - startNs);
        if (taken.compareTo(limits.time()) > 0) {
            return Optional.of(
                    "takes more than %d ms, the longest allowed"
                            .formatted(limits.time().toMillis()));
        }
        // A thread that has just ended reports -1.
        if (THREADS.getThreadAllocatedBytes(worker.threadId()) > limits.allocatedBytesMax()) {
            return Optional.of(
                    "allocates more than %d bytes, the most allowed"
                            .formatted(limits.allocatedBytesMax()));
        }
        return Optional.empty();
    }

    private static void cancel(Thread worker, Context context) throws InterruptedException {
        cancelLater(context);
        if (!worker.join(GRACE)) {
            LOG.warn("A chat template does not stop; its thread {} is left behind", worker);
        }
    }

    /** Closing waits for the work to stop, which the caller need not. */
    private static void cancelLater(Context context) {
        Thread.ofPlatform().name("chat-template-cancel").daemon().start(() -> context.close(true));
    }

    private static TemplateException failure(String what, Throwable thrown) {
        boolean own = thrown instanceof PolyglotException e && e.isGuestException();
        String said = String.valueOf(own ? thrown.getMessage() : thrown);
        return new TemplateException("%s: %s".formatted(what, shortened(said)), thrown);
    }

    private static String shortened(String message) {
        return message.length() <= MESSAGE_CHARS_MAX
                ? message
                : message.substring(0, MESSAGE_CHARS_MAX) + "…";
    }
}
