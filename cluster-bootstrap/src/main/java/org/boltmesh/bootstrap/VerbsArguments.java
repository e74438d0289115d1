package org.boltmesh.bootstrap;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.ibverbs.IbverbsProvider;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedProvider;
import org.boltmesh.driver.verbs.Availability;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.RegisteredMemoryBudget;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which device of which provider. */
final class VerbsArguments {
    private static final long BUDGET_BYTES = 16L << 20;

    /** Providers by name. */
    enum Provider {
        VERBS,
        SIMULATED
    }

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            defaultValue = "verbs",
            description = "verbs (the system's library, default) or simulated.")
    private Provider provider = Provider.VERBS;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "The RDMA device; default: the first one. See doctor.")
    private @Nullable String deviceName;

    @Option(
            names = "--fabric",
            paramLabel = "FOLDER",
            description = "With --provider simulated: the folder with the file cables.")
    private @Nullable Path fabric;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "With --provider simulated: which host of the fabric this is.")
    private @Nullable String host;

    /** A host of a simulated fabric. */
    static VerbsArguments simulated(Path fabric, String host) {
        VerbsArguments arguments = new VerbsArguments();
        arguments.provider = Provider.SIMULATED;
        arguments.fabric = fabric;
        arguments.host = host;
        return arguments;
    }

    Optional<Path> fabric() {
        return Optional.ofNullable(fabric);
    }

    VerbsProvider open(CommandLine command) {
        VerbsProvider opened = create(command);
        Optional<String> objection = objection(opened);
        if (objection.isPresent()) {
            opened.close();
            throw new CommandException(objection.get());
        }
        return opened;
    }

    private static Optional<String> objection(VerbsProvider opened) {
        Availability availability = opened.availability();
        return availability.available()
                ? opened.objectionToRegistering(BUDGET_BYTES)
                : Optional.of(availability.reason());
    }

    private VerbsProvider create(CommandLine command) {
        if (provider == Provider.VERBS) {
            return new IbverbsProvider();
        }
        if (fabric == null || host == null) {
            throw new ParameterException(
                    command, "--provider simulated wants --fabric and --host, too");
        }
        return new SimulatedProvider(fabric, host, new CallFaults());
    }

    Device openDevice(VerbsProvider from) {
        List<String> names = from.deviceNames();
        if (deviceName != null && !names.contains(deviceName)) {
            throw new CommandException("no device %s, want one of %s".formatted(deviceName, names));
        }
        String name =
                Optional.ofNullable(deviceName)
                        .or(() -> names.stream().findFirst())
                        .orElseThrow(
                                () ->
                                        new CommandException(
                                                "there is no RDMA device (%s); see doctor"
                                                        .formatted(from.availability().reason())));
        return Device.open(from, name, new RegisteredMemoryBudget(BUDGET_BYTES));
    }
}
