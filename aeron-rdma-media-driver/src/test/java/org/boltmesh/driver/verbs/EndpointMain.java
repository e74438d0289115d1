package org.boltmesh.driver.verbs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedProvider;
import org.boltmesh.driver.simulated.Verb;

/**
 * An endpoint in a process of its own, which does what its standard input says, line by line, and
 * answers each line with one: {@code FOLDER HOST DEVICE SLOT_BYTES}.
 */
final class EndpointMain {
    private final CallFaults faults;
    private final VerbsProvider provider;
    private final String deviceName;
    private final int slotBytes;
    private Endpoint endpoint;

    private EndpointMain(String[] arguments) {
        faults = new CallFaults();
        provider = new SimulatedProvider(Path.of(arguments[0]), arguments[1], faults);
        deviceName = arguments[2];
        slotBytes = Integer.parseInt(arguments[3]);
        open();
    }

    private void open() {
        endpoint = Endpoint.of(provider, deviceName, slotBytes);
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
            case "crash" -> {
                String[] where = words[1].split(" ", -1);
                faults.crash(Verb.of(where[0]), Integer.parseInt(where[1]));
            }
            case "everything" -> everything();
            case "create" -> create(Integer.parseInt(words[1]));
            case "close" -> endpoint.close();
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

    /** Goes through all verbs that change what is shared, from closing to a new connection. */
    private void everything() {
        endpoint.close();
        open();
        connect(new RemoteQueuePair(endpoint.address().gid(), 0, 1, 1));
    }

    private void create(int pairs) {
        for (int i = 0; i < pairs; i++) {
            endpoint.domain.createQueuePair(
                    endpoint.completions, endpoint.completions, new QueueDepths(4, 4), "child");
        }
    }
}
