package org.boltmesh.actors.transport;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** UDP ports of this machine. */
public final class TestPorts {
    private TestPorts() {}

    /** An address with a port that nobody uses at the moment. */
    public static InetSocketAddress free(String host) throws IOException {
        InetAddress address = InetAddress.getByName(host);
        try (var socket = new DatagramSocket(0, address)) {
            return new InetSocketAddress(address, socket.getLocalPort());
        }
    }

    /** The local addresses of a process's UDP sockets, as Linux writes them in hexadecimal. */
    static List<String> boundBy(long pid) throws IOException {
        Set<String> inodes;
        try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            inodes = files.map(TestPorts::inode).collect(Collectors.toSet());
        }
        Stream<String> lines =
                Stream.concat(
                        Files.readAllLines(Path.of("/proc/net/udp")).stream().skip(1),
                        Files.readAllLines(Path.of("/proc/net/udp6")).stream().skip(1));
        return lines.map(line -> line.strip().split("\\s+"))
                .filter(fields -> inodes.contains(fields[9]))
                .map(fields -> fields[1].substring(0, fields[1].indexOf(':')))
                .toList();
    }

    private static String inode(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().replaceAll("\\D", "");
        } catch (IOException _) {
            return ""; // closed in the meantime
        }
    }
}
