package org.boltmesh.actors.mesh;

import java.util.List;
import java.util.UUID;

/**
 * What the other nodes have to know of one to link with it.
 *
 * @param wanted whether it uses RDMA at all
 * @param addresses {@code HOST:PORT}, literal, where its driver takes handshakes: those of the LAN
 *     before those of cables; empty while there is no driver that does
 * @param hosts literal addresses that its datagrams come from
 * @param ports of a Mac, by Thunderbolt's ids
 * @param devices by their IPv4 addresses, where there are no such ids
 * @param reached ids of the cables whose other end has answered this node
 */
public record MeshFacts(
        UUID id,
        String name,
        boolean wanted,
        List<String> addresses,
        List<String> hosts,
        List<Port> ports,
        List<Device> devices,
        List<String> reached) {
    public MeshFacts {
        addresses = List.copyOf(addresses);
        hosts = List.copyOf(hosts);
        ports = List.copyOf(ports);
        devices = List.copyOf(devices);
        reached = List.copyOf(reached);
    }

    /**
     * A Thunderbolt port.
     *
     * @param interfaceName the IP interface beside its device
     * @param domain its id
     * @param peers ids of what it sees at the other end
     */
    public record Port(String interfaceName, String domain, List<String> peers) {
        public Port {
            peers = List.copyOf(peers);
        }
    }

    /**
     * An address of a device.
     *
     * @param address IPv4, big-endian
     * @param prefixBits of its subnet
     */
    public record Device(String name, int address, int prefixBits) {}
}
