package org.boltmesh.actors.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.boltmesh.driver.guest.HostProcesses;
import org.boltmesh.driver.guest.PacketLoss;
import org.boltmesh.driver.guest.SoftRoce;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two nodes on two hosts give another engine's tokens over a real kernel's verbs. */
@SoftRoce
class SoftRocePipelineTest {
    private static final String HEAD = "head";
    private static final String TAIL = "tail";
    private static final String MODEL = "models/stories260K/stories260K-f32.gguf";
    private static final String GOLDEN = "models/stories260K/golden.json";
    private static final int LOSSY_ANSWERS = 3;
    private static final int LOSSY_ROUNDS_MAX = 8;

    /** Setups that are said again; no work. */
    private static final long LOSSY_UDP_MAX_BYTES = 20_000;

    private static final Pattern SENT =
            Pattern.compile("lanes (\\d+) bytes, udp (\\d+) bytes, retransmits (\\d+)");

    @TempDir Path folder;
    private HostProcesses hosts;
    private List<Integer> golden;

    /** What one node has sent. */
    private record Sent(long laneBytes, long udpBytes, long retransmits) {
        static Sent of(MatchResult found) {
            return new Sent(
                    Long.parseLong(found.group(1)),
                    Long.parseLong(found.group(2)),
                    Long.parseLong(found.group(3)));
        }
    }

    @BeforeEach
    void start() throws Exception {
        JsonNode first = JsonMapper.shared().readTree(SharedData.require(GOLDEN).toFile()).get(0);
        golden = first.get("greedy_ids").valueStream().map(JsonNode::asInt).toList();
        String prompt =
                first.get("prompt_ids")
                        .valueStream()
                        .map(JsonNode::asString)
                        .collect(Collectors.joining(","));
        String[] arguments = {
            folder.toString(),
            SharedData.require(MODEL).toString(),
            prompt,
            Integer.toString(golden.size())
        };
        hosts = new HostProcesses(folder);
        hosts.start(TAIL, 2, SoftRoceStage.class, arguments);
        hosts.start(HEAD, 1, SoftRoceStage.class, arguments);
    }

    @AfterEach
    void endAll() {
        System.out.println(hosts.said(HEAD));
        hosts.close();
    }

    @Test
    void shouldGiveTheGoldenTokensOnLanesAlsoWithLossAndSayWhoDied() throws Exception {
        hosts.await(HEAD, SoftRoceStage.READY);
        // Streams are set up by datagrams that go by UDP until the other's endpoints are known.
        generate("first", 1);
        assertThat(generate("plain", 1))
                .allSatisfy(sent -> assertThat(sent.laneBytes()).isPositive())
                .allSatisfy(sent -> assertThat(sent.udpBytes()).isZero());
        try (var _ = PacketLoss.ofPercent(0.4)) {
            generateUntilRepaired();
        }
        hosts.tell(HEAD, "death 1");
        hosts.await(HEAD, "death" + SoftRoceStage.BUSY);
        hosts.kill(TAIL);
        hosts.await(HEAD, "death" + SoftRoceStage.BROKEN);
        assertThat(hosts.said(HEAD)).containsPattern("death BROKEN .*stage 1");
    }

    /** How much is lost of an answer is chance. */
    private void generateUntilRepaired() throws Exception {
        long retransmits = 0;
        long udpBytes = 0;
        for (int round = 0; round < LOSSY_ROUNDS_MAX && retransmits == 0; round++) {
            for (Sent sent : generate("lossy-" + round, LOSSY_ANSWERS)) {
                assertThat(sent.laneBytes()).isPositive();
                retransmits += sent.retransmits();
                udpBytes += sent.udpBytes();
            }
        }
        assertThat(retransmits).as(hosts.said(HEAD)).isPositive();
        assertThat(udpBytes).isLessThan(LOSSY_UDP_MAX_BYTES);
    }

    /**
     * Answers, each of which has to be the golden one; returns what head and tail sent for them.
     */
    private List<Sent> generate(String phase, int answers) throws Exception {
        hosts.tell(HEAD, phase + " " + answers);
        hosts.await(HEAD, phase + SoftRoceStage.SENT);
        List<String> lines =
                hosts.said(HEAD).lines().filter(line -> line.startsWith(phase + " ")).toList();
        assertThat(lines.stream().filter(line -> line.contains(SoftRoceStage.TOKENS)))
                .hasSize(answers)
                .containsOnly(phase + SoftRoceStage.TOKENS + golden);
        List<Sent> sent =
                lines.stream()
                        .filter(line -> line.startsWith(phase + SoftRoceStage.SENT))
                        .flatMap(line -> SENT.matcher(line).results())
                        .map(Sent::of)
                        .toList();
        assertThat(sent).hasSize(2);
        return sent;
    }
}
