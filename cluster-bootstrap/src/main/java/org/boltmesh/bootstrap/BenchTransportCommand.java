package org.boltmesh.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.boltmesh.bootstrap.bench.transport.BenchPlace;
import org.boltmesh.bootstrap.bench.transport.PinnedThread;
import org.boltmesh.bootstrap.bench.transport.TransportAnswerer;
import org.boltmesh.bootstrap.bench.transport.TransportFigures;
import org.boltmesh.bootstrap.bench.transport.TransportMeasuring;
import org.boltmesh.bootstrap.bench.transport.TransportWishes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench transport}: round trips and streams through the driver, and what they cost. */
@Command(
        name = "transport",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures round trips and one-way streams of messages through the media driver",
            "over a simulated cable, and compares them with bare queue pairs on the same",
            "cable, with stock Aeron over UDP on loopback and with aeron:ipc. All take turns,",
            "round by round, between two processes of this machine with one thread each, which",
            "runs client and driver and never rests: it wants two processors and a quiet",
            "machine. All messages are filled and read in the same way. Goals that are missed",
            "are told, with a breakdown of the cost; they do not change the exit code."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all was measured",
            "1:not all could be, or traffic of the driver went by UDP",
            "2:wrong usage",
            "130:ended by Ctrl-C"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar bench transport",
            "  java -jar node.jar bench transport --sizes 28KiB --rounds 15 --json"
        })
final class BenchTransportCommand implements Callable<Integer> {
    private static final int ROUNDS_MAX = 100;
    private static final int MESSAGES_MAX = 20_000;

    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = "--sizes",
            paramLabel = "BYTES,...",
            defaultValue = "64,4KiB,28KiB,64KiB",
            description = "Message lengths, 64 to 128KiB (default: ${DEFAULT-VALUE}).")
    private String sizes = "";

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "9",
            description = "Rounds that count, 1 to 100 (default: 9).")
    private int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "4",
            description = "Rounds before them, for the compiler, 0 to 100 (default: 4).")
    private int warmUp;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "1024",
            description = {
                "Of each measurement in a round, 1 to 20000 (default: 1024);",
                "rounded up to a multiple of 64."
            })
    private int messages;

    @Option(
            names = "--json",
            description = "Print one JSON object on standard output, everything else on the other.")
    private boolean json;

    @Option(
            names = "--answer",
            hidden = true,
            paramLabel = "FABRIC",
            description = "Be the process that answers; the other one starts it.")
    private @Nullable Path answer;

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        OptionRange.check(command, "--rounds", rounds, 1, ROUNDS_MAX);
        OptionRange.check(command, "--warm-up", warmUp, 0, ROUNDS_MAX);
        OptionRange.check(command, "--messages", messages, 1, MESSAGES_MAX);
        var wishes = new TransportWishes(lengths(command), rounds, warmUp, messages);
        try (var _ = new InterruptOnStop()) {
            if (answer == null) {
                measure(command, wishes);
            } else {
                answer(command, wishes.lengths(), answer);
            }
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new CommandException("cannot measure: " + e.getMessage());
        }
        return 0;
    }

    private List<Integer> lengths(CommandLine command) {
        List<Integer> lengths;
        try {
            lengths = MessageLengths.parse(sizes);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, "--sizes " + e.getMessage(), e);
        }
        lengths.forEach(
                length ->
                        OptionRange.check(
                                command,
                                "--sizes",
                                length,
                                TransportWishes.LENGTH_MIN_BYTES,
                                TransportWishes.LENGTH_MAX_BYTES));
        return lengths.stream().distinct().toList();
    }

    private void measure(CommandLine command, TransportWishes wishes)
            throws IOException, InterruptedException {
        try (BenchFabric fabric = BenchFabric.start("", this::answerer);
                SocketChannel channel = SocketChannel.open(loopback(fabric.port()))) {
            BenchPlace place = place(fabric.folder(), true);
            // What this thread starts is pinned as it is itself, so the other process came first.
            String pinned = PinnedThread.pin(true);
            TransportFigures figures =
                    TransportMeasuring.measure(
                            place,
                            channel.socket(),
                            wishes,
                            pinned,
                            round -> tellProgress(command, round));
            var report = new BenchTransportReport(wishes, figures);
            command.getOut().print(json ? report.json() : report.text());
            command.getOut().flush();
        }
    }

    private void tellProgress(CommandLine command, int round) {
        command.getErr().printf("round %d of %d%n", round, warmUp + rounds);
        command.getErr().flush();
    }

    private static void answer(CommandLine command, List<Integer> lengths, Path fabric)
            throws IOException, InterruptedException {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(loopback(0))) {
            command.getOut().println("listening at " + SocketAddresses.text(server));
            command.getOut().flush();
            SocketChannel channel = server.accept();
            PinnedThread.pin(false);
            TransportAnswerer.answer(place(fabric, false), lengths, channel.socket());
        }
    }

    private List<String> answerer(Path fabric) {
        List<String> line = new ArrayList<>(OwnProgram.benchCommand("transport"));
        line.addAll(List.of("--answer", fabric.toString(), "--sizes", sizes));
        return line;
    }

    private static BenchPlace place(Path fabric, boolean isFirst) {
        return new BenchPlace(
                fabric,
                isFirst ? BenchFabric.HOST : BenchFabric.OTHER_HOST,
                isFirst ? BenchFabric.OTHER_HOST : BenchFabric.HOST,
                BenchFabric.DEVICE,
                isFirst);
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
