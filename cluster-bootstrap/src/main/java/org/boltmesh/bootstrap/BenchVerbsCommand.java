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
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.boltmesh.bootstrap.bench.verbs.VerbsAnswerer;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;
import org.boltmesh.bootstrap.bench.verbs.VerbsFigures;
import org.boltmesh.bootstrap.bench.verbs.VerbsMeasuring;
import org.boltmesh.bootstrap.bench.verbs.VerbsWishes;
import org.boltmesh.driver.simulated.Quantity;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench verbs}: round trips and streams on bare queue pairs. */
@Command(
        name = "verbs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures round trips and one-way streams of messages on bare queue pairs, with",
            "no Aeron: what the link and the verbs themselves cost. Two processes take part:",
            "one listens, the other measures. Without --listen and --connect both run here,",
            "over a simulated cable. Both poll without rest: give each its own processor."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all was measured",
            "1:not all could be",
            "2:wrong usage",
            "130:ended by Ctrl-C"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar bench verbs",
            "  java -jar node.jar bench verbs --latency 10us --bandwidth 6GB/s --json",
            "  mac-1$ java -jar node.jar bench verbs --device rdma_en4 --listen 7471",
            "  mac-2$ java -jar node.jar bench verbs --device rdma_en3 --connect mac-1:7471"
        })
final class BenchVerbsCommand implements Callable<Integer> {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int SECONDS_MAX = 600;
    private static final List<String> OF_DEVICES =
            List.of("--provider", "--device", "--fabric", "--host");
    private static final List<String> OF_CABLE = List.of("--latency", "--bandwidth", "--ring");
    private static final List<String> OF_MEASURING = List.of("--sizes", "--seconds", "--json");

    @Spec private @Nullable CommandSpec spec;

    /** Which end of a link between two machines. */
    static final class Place {
        @Option(
                names = "--listen",
                paramLabel = "[ADDRESS:]PORT",
                description = "Answer whoever connects here, one after another; trust the network.")
        private @Nullable String listen;

        @Option(
                names = "--connect",
                paramLabel = "ADDRESS:PORT",
                description = "Measure against the process that listens there.")
        private @Nullable String connect;
    }

    @ArgGroup private Place place = new Place();

    @Mixin private VerbsArguments verbs = new VerbsArguments();

    @Option(
            names = "--sizes",
            paramLabel = "BYTES,...",
            defaultValue = "64,4KiB,16KiB,28KiB,64KiB,256KiB,1MiB",
            description = "Message lengths, 8 to 1MiB (default: ${DEFAULT-VALUE}).")
    private String sizes = "";

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "1",
            description = "How long each measurement runs, 1 to 600 (default: 1).")
    private int seconds;

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            defaultValue = "0us",
            description = "Of the simulated cable, such as 10us (default: 0us).")
    private String latency = "";

    @Option(
            names = "--bandwidth",
            paramLabel = "SPEED",
            description = "Of the simulated cable, such as 6GB/s; default: as fast as it goes.")
    private @Nullable String bandwidth;

    @Option(
            names = "--ring",
            description = "Measure a plain ring in shared memory beside the simulated cable.")
    private boolean ring;

    @Option(names = "--once", description = "With --listen: end after one other process.")
    private boolean once;

    @Option(
            names = "--json",
            description = "Print one JSON object on standard output, everything else on the other.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        OptionRange.check(command, "--seconds", seconds, 1, SECONDS_MAX);
        checkTogether(command);
        List<Integer> lengths = read(command, "--sizes", MessageLengths::parse, sizes);
        String options = cableOptions(command);
        try (var _ = new InterruptOnStop()) {
            run(command, lengths, options);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new CommandException("cannot measure: " + e.getMessage());
        }
        return 0;
    }

    /** Refuses options that would be ignored. */
    private void checkTogether(CommandLine command) {
        if (place.listen == null && place.connect == null) {
            refuse(command, OF_DEVICES, "is for --listen and --connect");
        } else {
            refuse(command, OF_CABLE, "is for a simulated cable, without --listen and --connect");
        }
        if (place.listen == null) {
            refuse(command, List.of("--once"), "is for --listen");
        } else {
            refuse(command, OF_MEASURING, "is for the end that measures, not for --listen");
        }
    }

    private static void refuse(CommandLine command, List<String> options, String reason) {
        for (String option : options) {
            if (command.getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(command, option + " " + reason);
            }
        }
    }

    private void run(CommandLine command, List<Integer> lengths, String options)
            throws IOException, InterruptedException {
        if (place.listen != null) {
            listen(command, place.listen);
        } else if (place.connect != null) {
            InetSocketAddress to = SocketAddresses.parse(command, "--connect", place.connect);
            measure(command, to, verbs, new VerbsWishes(lengths, durationNs(), Optional.empty()));
        } else {
            measureHere(command, lengths, options);
        }
    }

    private long durationNs() {
        return seconds * NS_PER_SECOND;
    }

    private static <T> T read(
            CommandLine command, String option, Function<String, T> parser, String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, option + " " + e.getMessage(), e);
        }
    }

    private String cableOptions(CommandLine command) {
        read(command, "--latency", Quantity::timeNs, latency);
        if (bandwidth == null) {
            return "latency=" + latency;
        }
        read(command, "--bandwidth", Quantity::bytesPerSecond, bandwidth);
        return "latency=%s bandwidth=%s".formatted(latency, bandwidth);
    }

    private void listen(CommandLine command, String address)
            throws IOException, InterruptedException {
        InetSocketAddress at = SocketAddresses.parse(command, "--listen", address);
        try (VerbsProvider provider = verbs.open(command);
                Device device = verbs.openDevice(provider);
                ServerSocketChannel server = ServerSocketChannel.open().bind(at)) {
            command.getOut().println("listening at " + SocketAddresses.text(server));
            command.getOut().flush();
            do {
                answer(command, device, server.accept());
            } while (!once);
        }
    }

    /** One measuring end that fails is not the end of this one. */
    private void answer(CommandLine command, Device device, SocketChannel channel)
            throws InterruptedException {
        try {
            VerbsAnswerer.answer(device, channel.socket(), verbs.fabric());
        } catch (VerbsBenchException | VerbsException e) {
            if (once) {
                throw e;
            }
            command.getErr().println(e.getMessage());
            command.getErr().flush();
        }
    }

    private static List<String> answerer(Path fabric) {
        List<String> line = new ArrayList<>(OwnProgram.benchCommand("verbs"));
        line.addAll(List.of("--provider", "simulated", "--fabric", fabric.toString()));
        line.addAll(List.of("--host", BenchFabric.OTHER_HOST));
        line.addAll(List.of("--listen", "127.0.0.1:0", "--once"));
        return line;
    }

    private void measureHere(CommandLine command, List<Integer> lengths, String options)
            throws IOException, InterruptedException {
        try (BenchFabric fabric = BenchFabric.start(options, BenchVerbsCommand::answerer)) {
            var wishes =
                    new VerbsWishes(
                            lengths,
                            durationNs(),
                            ring ? Optional.of(fabric.folder()) : Optional.empty());
            measure(
                    command,
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), fabric.port()),
                    VerbsArguments.simulated(fabric.folder(), BenchFabric.HOST),
                    wishes);
        }
    }

    private void measure(
            CommandLine command, InetSocketAddress to, VerbsArguments from, VerbsWishes wishes)
            throws IOException, InterruptedException {
        try (VerbsProvider provider = from.open(command);
                Device device = from.openDevice(provider);
                SocketChannel channel = SocketChannel.open(to)) {
            List<VerbsFigures> figures =
                    VerbsMeasuring.measure(
                            device, channel.socket(), wishes, each -> tellProgress(command, each));
            var report = new BenchVerbsReport(provider.name(), device.name(), link(to), figures);
            command.getOut().print(json ? report.json() : report.table());
            command.getOut().flush();
        }
    }

    private String link(InetSocketAddress to) {
        return place.connect != null
                ? "to " + to
                : "latency %s, bandwidth %s"
                        .formatted(latency, bandwidth == null ? "unlimited" : bandwidth);
    }

    private static void tellProgress(CommandLine command, VerbsFigures figures) {
        command.getErr().printf("measured %d bytes%n", figures.lengthBytes());
        command.getErr().flush();
    }
}
