package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.boltmesh.driver.fabric.Diagnosis;
import org.boltmesh.driver.fabric.NodeFacts;
import org.boltmesh.driver.fabric.NodeReport;
import org.boltmesh.driver.fabric.RecordedOutputs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code doctor}: what is wrong with ports and cables. Ends within half a minute, come what may.
 */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Says what is wrong with the RDMA ports of this machine, and what cures it.",
            "It changes nothing. Of several Macs, recorded one by one into the same folder,",
            "it shows the cables between them too."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:each port with a cable is in order, or nothing is wrong; warnings do not count",
            "1:a port needs a cure, or there is nothing to look at",
            "2:wrong usage"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar doctor",
            "  java -jar node.jar doctor --record macs",
            "  java -jar node.jar doctor --recorded macs --json"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final int EXIT_FAULT = 1;

    private final Supplier<DoctorMachine> machine;

    @Spec private @Nullable CommandSpec spec;

    @ArgGroup private Records records = new Records();

    @Option(
            names = "--json",
            description = "Print one JSON object on standard output, everything else on the other.")
    private boolean json;

    /** Either reads or writes. */
    static class Records {
        @Option(
                names = "--recorded",
                paramLabel = "FOLDER",
                description = "Look at what was recorded there instead of at this machine.")
        private @Nullable Path from;

        @Option(
                names = "--record",
                paramLabel = "FOLDER",
                description = {
                    "Only write what this machine's tools print, for --recorded; overwrites nothing.",
                    "The files tell names, addresses and ids of the machine."
                })
        private @Nullable Path to;
    }

    DoctorCommand() {
        this(DoctorMachine::current);
    }

    /** Every command makes this one too, but only this one looks at the machine. */
    DoctorCommand(Supplier<DoctorMachine> machine) {
        this.machine = machine;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (records.to != null) {
            print(RecordedOutputs.write(records.to, machine.get().outputs()));
            return 0;
        }
        Diagnosis diagnosis = Diagnosis.of(facts());
        print(DoctorJson.of(diagnosis), new DoctorText().of(diagnosis));
        return diagnosis.isHealthy() ? 0 : EXIT_FAULT;
    }

    private List<NodeFacts> facts() throws InterruptedException {
        return records.from == null
                ? List.of(machine.get().facts())
                : RecordedOutputs.read(records.from).stream().map(NodeReport::read).toList();
    }

    private void print(List<Path> files) {
        List<String> names = files.stream().map(Path::toString).toList();
        print(
                Map.of("recorded", names),
                String.join(System.lineSeparator(), names) + System.lineSeparator());
    }

    private void print(Map<String, Object> fields, String text) {
        PrintWriter out = Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut();
        out.print(
                json
                        ? JsonMapper.shared().writeValueAsString(fields) + System.lineSeparator()
                        : text);
        out.flush();
    }
}
