package org.boltmesh.driver.verbs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedProvider;

/**
 * An endpoint in a process of its own, which does what its standard input says, line by line, and
 * answers each line with one: {@code FOLDER HOST DEVICE SLOT_BYTES}.
 */
final class EndpointMain {
    private final Endpoint endpoint;

    private EndpointMain(String[] arguments) {
        var provider = new SimulatedProvider(Path.of(arguments[0]), arguments[1], new CallFaults());
        endpoint = Endpoint.of(provider, arguments[2], Integer.parseInt(arguments[3]));
        endpoint.init();
    }

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        EndpointMain main = new EndpointMain(arguments);
        System.out.println(address(main.endpoint.address()));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(main.answer(line, in));
        }
    }

    static String address(RemoteQueuePair pair) {
        return "%d %d %d".formatted(pair.gid().ipv4(), pair.number(), pair.packetSequenceNumber());
    }

    static RemoteQueuePair parse(String address) {
        String[] words = address.split(" ", -1);
        return new RemoteQueuePair(
                Gid.ofIpv4(Integer.parseInt(words[0])),
                0,
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]));
    }

    private String answer(String line, BufferedReader in) throws IOException {
        String[] words = line.split(" ", 2);
        switch (words[0]) {
            case "connect" -> connect(parse(words[1]));
            case "echo" -> echo(in);
            case "create" -> create(Integer.parseInt(words[1]));
            default -> throw new IllegalArgumentException(line);
        }
        return words[0] + " done";
    }

    private void connect(RemoteQueuePair remote) {
        endpoint.readyToReceiveFrom(remote);
        endpoint.readyToSend();
        IntStream.range(0, Endpoint.SLOTS / 2).forEach(endpoint::postReceive);
    }

    /** Sends back what arrives until there is another line; half the slots receive, half send. */
    private void echo(BufferedReader in) throws IOException {
        int done = 0;
        while (!in.ready()) {
            endpoint.poll();
            while (done < endpoint.received.size()) {
                Endpoint.Received message = endpoint.received.get(done);
                int slot = (int) message.workRequestId();
                endpoint.copy(slot, slot + Endpoint.SLOTS / 2, message.lengthBytes());
                endpoint.postReceive(slot);
                endpoint.postSend(slot + Endpoint.SLOTS / 2, message.lengthBytes());
                done++;
            }
        }
    }

    private void create(int pairs) {
        for (int i = 0; i < pairs; i++) {
            endpoint.domain.createQueuePair(
                    endpoint.completions, endpoint.completions, new QueueDepths(4, 4), "child");
        }
    }
}
