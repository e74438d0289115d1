package org.boltmesh.actors.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.boltmesh.driver.RdmaProvider;
import org.boltmesh.driver.fabric.FabricSource;
import org.boltmesh.shards.engine.KvType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsLoaderTest {
    private static final String SECRET = "a secret of enough characters";
    private static final String SECRET_KEY = "a-key-of-enough-characters";

    /** Names that this test knows; others have no address. */
    private static final Map<String, Boolean> LOOPBACK =
            Map.of(
                    "127.0.0.1",
                    true,
                    "::1",
                    true,
                    "localhost",
                    true,
                    "10.0.0.1",
                    false,
                    "10.0.0.2",
                    false,
                    "0.0.0.0",
                    false,
                    "mac-1.local",
                    false);

    private final SettingsLoader loader = new SettingsLoader(new TestAddresses("studio"));

    @TempDir Path folder;

    @Test
    void shouldStandAloneOnLoopbackByDefault() {
        NodeSettings settings = read("");
        assertThat(settings.name()).isEqualTo("studio");
        assertThat(settings.dataFolder()).isAbsolute();
        assertThat(settings.dataFolder().getFileName()).hasToString("node");
        assertThat(settings.network())
                .isEqualTo(
                        new NetworkSettings(
                                new HostPort("127.0.0.1", 25520),
                                new HostPort("127.0.0.1", 25520),
                                new HostPort("127.0.0.1", 25520),
                                List.of(),
                                Optional.empty()));
        assertThat(settings.http())
                .isEqualTo(new HttpSettings(true, new HostPort("127.0.0.1", 8642), List.of()));
        assertThat(settings.home()).isAbsolute().isEqualTo(settings.dataFolder().getParent());
        assertThat(settings.memoryLimitBytes()).isEmpty();
        assertThat(settings.memoryReserveBytes()).isEqualTo(1L << 30);
        assertThat(settings.engineThreads()).isEmpty();
        assertThat(settings.isolation()).isEqualTo(Isolation.PROCESS);
        assertThat(settings.models()).isEmpty();
        assertThat(settings.timeouts())
                .isEqualTo(
                        new TimeoutSettings(
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(10)));
    }

    @Test
    void shouldServeOffLoopbackForKeysOrForAnybody() {
        for (String cure : List.of("api-keys = [" + SECRET_KEY + "]", "allow-anonymous = true")) {
            NodeSettings settings = read("boltmesh { http.host = 10.0.0.1, %s }".formatted(cure));
            assertThat(settings.http().bind()).isEqualTo(new HostPort("10.0.0.1", 8642));
        }
    }

    @Test
    void shouldReadEverything() {
        NodeSettings settings =
                read(
                        """
                        boltmesh {
                          node-name = mac-1
                          home = /data
                          data-folder = ${boltmesh.home}/mac-1
                          bind { host = 0.0.0.0, port = 7000 }
                          advertised { host = mac-1.local, port = 7001 }
                          work { host = 10.0.0.1, port = 7003 }
                          rdma { provider = off, cables = [], suspect-after = 30ms, ready-wait = 0s }
                          seed-nodes = ["mac-1.local:7001", "[fe80::1%%en0]:7002"]
                          cluster-secret = "%s"
                          http { host = 10.0.0.1, port = 7004, enabled = false, host-names = [llm.lan] }
                          api-keys = ["%s"]
                          memory-limit = 24 GiB
                          memory-reserve = 512 MiB
                          engine-threads = 3
                          isolation = in-process
                          models = [
                            { name = qwen3, file = /models/q.gguf, context = 4096, nodes = [mac-1],
                              kv-type = f32, micro-batch = 7, sequences = 2, queue = 16 }
                            { name = tales, file = /models/t.gguf }
                          ]
                          timeouts.leave = 2500ms
                        }
                        """
                                .formatted(SECRET, SECRET_KEY));
        assertThat(settings)
                .isEqualTo(
                        new NodeSettings(
                                "mac-1",
                                Path.of("/data"),
                                Path.of("/data/mac-1"),
                                new NetworkSettings(
                                        new HostPort("0.0.0.0", 7000),
                                        new HostPort("mac-1.local", 7001),
                                        new HostPort("10.0.0.1", 7003),
                                        List.of(
                                                new HostPort("mac-1.local", 7001),
                                                new HostPort("fe80::1%en0", 7002)),
                                        Optional.of(new ClusterSecret(SECRET))),
                                new RdmaSettings(
                                        RdmaProvider.OFF,
                                        FabricSource.of(List.of()),
                                        Optional.empty(),
                                        Duration.ofMillis(30),
                                        Duration.ZERO),
                                new HttpSettings(
                                        false,
                                        new HostPort("10.0.0.1", 7004),
                                        List.of("llm.lan"),
                                        List.of(new ApiKey(SECRET_KEY))),
                                OptionalLong.of(24L << 30),
                                512L << 20,
                                OptionalInt.of(3),
                                Isolation.IN_PROCESS,
                                List.of(
                                        new ModelSettings(
                                                "qwen3",
                                                Path.of("/models/q.gguf"),
                                                4096,
                                                List.of("mac-1"),
                                                KvType.F32,
                                                7,
                                                2,
                                                16),
                                        new ModelSettings(
                                                "tales",
                                                Path.of("/models/t.gguf"),
                                                0,
                                                List.of(),
                                                KvType.F16,
                                                512,
                                                8,
                                                64)),
                                new TimeoutSettings(
                                        Duration.ofSeconds(5),
                                        Duration.ofSeconds(4),
                                        Duration.ofSeconds(5),
                                        Duration.ofMillis(2500))));
        assertThat(settings.toString()).doesNotContain(SECRET).doesNotContain(SECRET_KEY);
    }

    static Stream<Arguments> badLines() {
        return Stream.of(
                bad("node-name = \"a b\"", "node-name = \"a b\", want 1..63 letters"),
                bad("node-name = [a]", "node-name = [\"a\"], want 1..63 letters"),
                bad("nod-name = a", "unknown key boltmesh.nod-name, did you mean node-name?"),
                bad(
                        "colour = red",
                        "unknown key boltmesh.colour, want one of advertised, allow-anonymous"),
                bad("bind.prot = 1", "unknown key boltmesh.bind.prot, did you mean port?"),
                bad("bind = 7", "bind = 7, want an object"),
                bad("data-folder = \"\"", "data-folder = \"\", want the path"),
                bad("bind.port = 65536", "bind.port = 65536, want a whole number 0..65535"),
                bad("bind.port = 1.5", "bind.port = 1.5, want a whole number"),
                bad("bind.port = many", "bind.port = \"many\", want a whole number"),
                bad("bind.port = null", "bind.port is missing"),
                bad("bind.host = \"a b\"", "bind.host = \"a b\", want the name or address"),
                bad("bind.host = 10.0.0.1", "want a loopback address such as 127.0.0.1"),
                bad("bind.host = 0.0.0.0", "advertised.host = \"\", want the address"),
                bad(
                        "advertised.host = 10.0.0.1",
                        "advertised.host = \"10.0.0.1\", want a loopback"),
                bad("seed-nodes = [\"10.0.0.1:1\"]", "want loopback addresses; without"),
                bad("seed-nodes = [\"nowhere:1\"]", "want loopback addresses; without"),
                bad("seed-nodes = [\"localhost\"]", "want a list of host:port"),
                bad("seed-nodes = [\"localhost:0\"]", "want a list of host:port"),
                bad("seed-nodes = [\"localhost:1\", \"localhost:1\"]", "none twice"),
                bad("seed-nodes = localhost", "seed-nodes = \"localhost\", want a list"),
                bad(
                        "http.host = 10.0.0.1",
                        "http.host = \"10.0.0.1\", want a loopback address such as 127.0.0.1; for others"
                                + " set api-keys, or allow-anonymous = true"),
                bad("http.host = nowhere", "it has no address"),
                bad("http.port = 65536", "http.port = 65536, want a whole number 0..65535"),
                bad("http.enabled = perhaps", "http.enabled = \"perhaps\", want true or false"),
                bad(
                        "api-keys = [short]",
                        "api-keys is wrong: key 1 has 5 characters, want 16..1024"),
                bad("cluster-secret = short", "cluster-secret is 5 characters long, want 16..1024"),
                bad("memory-limit = 1 KiB", "memory-limit = \"1 KiB\", want \"none\" or a size"),
                bad("memory-limit = lots", "memory-limit = \"lots\", want \"none\" or a size"),
                bad("memory-reserve = some", "memory-reserve = \"some\", want a size such as"),
                bad("engine-threads = 1025", "engine-threads = 1025, want a whole number 0..1024"),
                bad("memory-reserve = -1", "memory-reserve = -1, want a size such as 1 GiB"),
                bad("home = \"\"", "home = \"\", want the path"),
                bad("work.host = 0.0.0.0", "work.host = \"0.0.0.0\", want the address of one"),
                bad("work.host = \"::\"", "is not authenticated"),
                bad("work.host = \"a b\"", "work.host = \"a b\", want the name or address"),
                bad("work.host = 10.0.0.1", "work.host = \"10.0.0.1\", want a loopback"),
                bad("work.port = 70000", "work.port = 70000, want a whole number 0..65535"),
                bad("work.hots = a", "unknown key boltmesh.work.hots, did you mean host?"),
                bad("isolation = jail", "isolation = \"jail\", want process or in-process"),
                bad("models = { name = a }", "want a list of { name"),
                bad("models = [{ file = f }]", "models[0].name is missing"),
                bad("models = [{ name = a }]", "models[0].file is missing"),
                bad("models = [{ name = a, file = f, contxt = 1 }]", "did you mean context?"),
                bad("models = [{ name = a, file = f, context = -1 }]", "want a whole number 0.."),
                bad("models = [{ name = a, file = f, nodes = [\"-\"] }]", "want a list of node"),
                bad(
                        "models = [{ name = a, file = f, kv-type = q8 }]",
                        "models[0].kv-type = \"q8\", want f16 or f32"),
                bad(
                        "models = [{ name = a, file = f, micro-batch = 4097 }]",
                        "models[0].micro-batch = 4097, want a whole number 1..4096"),
                bad(
                        "models = [{ name = a, file = f, sequences = 9 }]",
                        "models[0].sequences = 9, want a whole number 1..8"),
                bad(
                        "models = [{ name = a, file = f, queue = 65 }]",
                        "models[0].queue = 65, want a whole number 0..64"),
                bad("http.host-names = [\"a:1\"]", "want a list of host names without ports"),
                bad(
                        "models = [{ name = a, file = f }, { name = a, file = g }]",
                        "models[1].name = \"a\", want a name that no other model has"),
                bad("timeouts.down = 0s", "timeouts.down = \"0s\", want a duration 1s..300s"),
                bad(
                        "timeouts.down = 5",
                        "timeouts.down = 5, want a duration 1s..300s with its unit"),
                bad("timeouts.down = soon", "timeouts.down = \"soon\", want a duration"));
    }

    private static Arguments bad(String line, String message) {
        return Arguments.of(line, message);
    }

    @ParameterizedTest
    @MethodSource("badLines")
    void shouldRefuseAndNameKeyValueWantedAndPlace(String line, String message) throws IOException {
        Path file = folder.resolve("bad.conf");
        Files.writeString(file, "boltmesh {\n  isolation = process\n  " + line + "\n}\n");
        boolean placed =
                !message.contains("missing") && !message.contains("advertised.host = \"\"");
        assertThatThrownBy(() -> loader.read(SettingsLoader.parse(file)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("boltmesh.")
                .hasMessageContaining(placed ? file + ":3" : "(");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pekko.loglevel = DEBUG | unknown key pekko, want one of boltmesh",
                "boltmesh = 7 | boltmesh = 7, want an object",
                "boltmesh.node-name = ${nobody} | nobody",
                "boltmesh { | cannot use",
                "include required(\"missing.conf\") | missing.conf",
            })
    void shouldRefuseOtherFiles(String text, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.conf"), text);
        assertThatThrownBy(() -> loader.read(SettingsLoader.parse(file)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("bad.conf");
    }

    @Test
    void shouldNotShowASecretThatIsRefused() {
        assertThatThrownBy(() -> read("boltmesh.cluster-secret = hunter2"))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
        assertThat(new ClusterSecret(SECRET)).hasToString("(hidden)");
    }

    @Test
    void shouldRefuseToAdvertiseLoopbackToOtherMachines() {
        String text =
                "boltmesh { cluster-secret = \"%s\", seed-nodes = [\"10.0.0.2:1\"] }"
                        .formatted(SECRET);
        assertThatThrownBy(() -> read(text))
                .hasMessageContaining("bind.host = \"127.0.0.1\", want an address that the other");
        assertThat(read(text + "\nboltmesh.bind.host = 10.0.0.1").network().advertised().host())
                .isEqualTo("10.0.0.1");
    }

    @Test
    void shouldWantOneInterfaceForTheWork() {
        String text =
                """
                boltmesh {
                  cluster-secret = "%s"
                  bind.host = 0.0.0.0
                  advertised.host = 10.0.0.1
                }
                """
                        .formatted(SECRET);
        assertThatThrownBy(() -> read(text))
                .hasMessageContaining("boltmesh.work.host = \"\", want the address of one")
                .hasMessageContaining("bind.host is 0.0.0.0");
        assertThat(read(text + "boltmesh.work.host = 10.0.0.1").network().work())
                .isEqualTo(new HostPort("10.0.0.1", 25520));
        assertThatThrownBy(() -> read(text + "boltmesh.work.host = nowhere"))
                .hasMessageContaining("it has no address");
        assertThatThrownBy(
                        () ->
                                read(
                                        text
                                                + "boltmesh.work.host = 127.0.0.1\n"
                                                + "boltmesh.seed-nodes = [\"10.0.0.2:1\"]"))
                .hasMessageContaining("work.host = \"127.0.0.1\", want an address that the other");
    }

    @Test
    void shouldComplainOfSecretsThatOthersCanRead() throws IOException {
        Path file = folder.resolve("cluster.conf");
        Files.writeString(file, "cluster-secret = \"%s\", api-keys = [k, l]%n".formatted(SECRET));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(SecretFile.complaints(SettingsLoader.parse(file)))
                .satisfiesExactly(
                        secret ->
                                assertThat(secret)
                                        .contains(file + " has cluster-secret", "chmod 600")
                                        .doesNotContain(SECRET),
                        keys -> assertThat(keys).contains(file + " has api-keys", "chmod 600"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(SecretFile.complaints(SettingsLoader.parse(file))).isEmpty();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(
                        SecretFile.complaints(
                                ConfigFactory.parseString("cluster-secret = s, api-keys = []")))
                .isEmpty();
    }

    @Test
    void shouldRefuseAMachineNameThatIsNoNodeName() {
        var nameless = new SettingsLoader(new TestAddresses("Jo's Mac"));
        assertThatThrownBy(() -> nameless.read(ConfigFactory.empty()))
                .hasMessageContaining("node-name = \"\"")
                .hasMessageContaining("Jo's Mac");
    }

    @Test
    void shouldSayThatThereIsNoFile() {
        assertThatThrownBy(() -> SettingsLoader.load(folder.resolve("none.conf")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("no configuration file")
                .hasMessageContaining("--config");
    }

    @Test
    void shouldUseRdmaWhereThereIsSome() {
        assertThat(read("").rdma())
                .isEqualTo(
                        new RdmaSettings(
                                RdmaProvider.AUTO,
                                FabricSource.Automatic.INSTANCE,
                                Optional.empty(),
                                Duration.ofMillis(25),
                                Duration.ofSeconds(5)));
    }

    @Test
    void shouldReadASimulatedFabricAndConfiguredCables() {
        RdmaSettings rdma =
                read("""
                                boltmesh.rdma { provider = simulated, fabric = "/shm/x",
                                  cables = ["a:rdma_en3 - b:rdma_en4"], suspect-after = 1s }
                                """)
                        .rdma();
        assertThat(rdma.provider()).isEqualTo(RdmaProvider.SIMULATED);
        assertThat(rdma.fabric()).contains(Path.of("/shm/x"));
        assertThat(rdma.suspectAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(rdma.cables()).isEqualTo(FabricSource.of(List.of("a:rdma_en3 - b:rdma_en4")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    provider = thunderbolt   | rdma.provider = "thunderbolt", want auto or verbs
                    provider = simulated     | rdma.fabric = "", want the folder of the simulated
                    cables = [a]             | cable "a", want one like mac-1:rdma_en3 - mac-2
                    suspect-after = 5ms      | rdma.suspect-after = "5ms", want a duration 10ms..10s
                    ready-wait = 61s         | rdma.ready-wait = "61s", want a duration 0s..60s
                    latency = 5              | unknown key boltmesh.rdma.latency
                    """)
    void shouldRefuseRdmaThatMakesNoSense(String line, String message) {
        assertThatThrownBy(() -> read("boltmesh.rdma { " + line + " }"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(message);
    }

    private NodeSettings read(String text) {
        return loader.read(ConfigFactory.parseString(text));
    }

    private record TestAddresses(String hostName) implements Addresses {
        @Override
        public Optional<Boolean> isLoopback(String host) {
            return Optional.ofNullable(LOOPBACK.get(host));
        }
    }
}
