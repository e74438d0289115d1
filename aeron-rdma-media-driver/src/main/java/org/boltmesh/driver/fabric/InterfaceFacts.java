package org.boltmesh.driver.fabric;

import java.util.List;

/**
 * An IP interface.
 *
 * @param active what {@code status:} says
 * @param members interfaces that it bridges
 */
public record InterfaceFacts(
        String name, List<Ipv4Prefix> addresses, boolean active, List<String> members) {
    public InterfaceFacts {
        addresses = List.copyOf(addresses);
        members = List.copyOf(members);
    }
}
