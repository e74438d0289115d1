package org.boltmesh.driver.verbs;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread that makes one device's blocking calls, so that the loop that posts and polls never
 * waits for them. A native call cannot be interrupted: one that outlives its deadline puts the
 * device into quarantine, which ends only with the process.
 */
public final class DeviceThread {
    /** Told once, by the thread that called {@link #checkDeadline}. */
    @FunctionalInterface
    public interface QuarantineListener {
        void onQuarantined(VerbsException cause);
    }

    /**
     * @param closing done even if its result is known already
     */
    private record Task(String call, Runnable body, CompletableFuture<?> result, boolean closing) {}

    private record Running(Task task, long startedNs) {}

    private final String name;
    private final long deadlineNs;
    private final LongSupplier clock;
    private final QuarantineListener listener;
    private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private final CompletableFuture<Device> opening = new CompletableFuture<>();
    private volatile @Nullable Running running;
    private volatile @Nullable VerbsException quarantine;
    private volatile boolean ended;

    private DeviceThread(
            String name, long deadlineNs, LongSupplier clock, QuarantineListener listener) {
        this.name = name;
        this.deadlineNs = deadlineNs;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Starts the thread, which opens the device.
     *
     * @param deadlineNs how long one call may take, in nanoseconds
     * @param clock nanoseconds, the same that {@link #checkDeadline} is given
     */
    public static DeviceThread start(
            VerbsProvider provider,
            String device,
            RegisteredMemoryBudget budget,
            long deadlineNs,
            LongSupplier clock,
            QuarantineListener listener) {
        DeviceThread result = new DeviceThread(device, deadlineNs, clock, listener);
        result.tasks.add(
                new Task(
                        "ibv_open_device",
                        () -> result.open(provider, device, budget),
                        result.opening,
                        false));
        Thread.ofPlatform().daemon().name("device-" + device).start(result::run);
        return result;
    }

    private void open(VerbsProvider provider, String device, RegisteredMemoryBudget budget) {
        Device opened = Device.open(provider, device, budget);
        if (!opening.complete(opened)) {
            opened.close(); // it came too late, and nobody will have it
        }
    }

    /** The open device, once it is. */
    public CompletableFuture<Device> opening() {
        return opening;
    }

    /**
     * Has the device thread make blocking calls. Never blocks.
     *
     * @param call what is done, for messages: the C name where it is one verb
     * @return its result, or the {@link VerbsException} that it ended with: its own, the one that
     *     the device could not be opened with, ETIMEDOUT from a device in quarantine, or ENODEV
     *     from one that was shut down
     */
    public <T> CompletableFuture<T> submit(String call, Function<Device, T> body) {
        CompletableFuture<T> result = new CompletableFuture<>();
        tasks.add(new Task(call, () -> result.complete(body.apply(device())), result, false));
        VerbsException cause = quarantine;
        if (cause != null) {
            result.completeExceptionally(cause);
        }
        failIfEnded();
        return result;
    }

    private Device device() {
        if (opening.isCompletedExceptionally()
                && opening.exceptionNow() instanceof VerbsException failure) {
            throw failure;
        }
        return opening.resultNow();
    }

    /**
     * Closes the device after everything submitted before, and ends the thread. A device in
     * quarantine is closed too, should its call return at last.
     */
    public CompletableFuture<Boolean> shutDown() {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        tasks.add(
                new Task(
                        "ibv_close_device",
                        () -> {
                            ended = true;
                            device().close();
                            result.complete(true);
                        },
                        result,
                        true));
        failIfEnded();
        return result;
    }

    /**
     * Puts the device into quarantine if its call is overdue. For the owner's loop, each turn.
     *
     * @return 1 if it just went there, else 0
     */
    public int checkDeadline(long nowNs) {
        Running now = running;
        if (now == null || quarantine != null || nowNs - now.startedNs < deadlineNs) {
            return 0;
        }
        VerbsException cause =
                new VerbsException(
                        now.task.call,
                        Errno.ETIMEDOUT,
                        name,
                        "wanted an answer within %d ms; the device is not used any more until the"
                                        .formatted(deadlineNs / 1_000_000)
                                + " media driver starts anew");
        quarantine = cause;
        now.task.result.completeExceptionally(cause);
        tasks.forEach(task -> task.result.completeExceptionally(cause));
        listener.onQuarantined(cause);
        return 1;
    }

    public boolean isQuarantined() {
        return quarantine != null;
    }

    private void run() {
        while (!ended) {
            try {
                run(tasks.take());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                ended = true;
            }
        }
        failIfEnded();
    }

    /** Nobody will do what came too late. */
    private void failIfEnded() {
        if (!ended) {
            return;
        }
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            task.result.completeExceptionally(
                    new VerbsException(
                            task.call,
                            Errno.ENODEV,
                            name,
                            "the device is shut down: open it anew"));
        }
    }

    private void run(Task task) {
        if (task.result.isDone() && !task.closing) {
            return;
        }
        running = new Running(task, clock.getAsLong());
        try {
            task.body.run();
        } catch (RuntimeException | Error e) {
            // Whatever it is, who waits for it has to learn of it, and the next call to be made.
            task.result.completeExceptionally(e);
        } finally {
            running = null;
        }
    }
}
