package org.boltmesh.actors.node;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A node's id and name as roles of its membership: so every member knows both of every other
 * without asking.
 */
final class NodeRoles {
    private static final String ID = "id-";
    private static final String NAME = "name-";
    private static final UUID NO_ID = new UUID(0, 0);

    private NodeRoles() {}

    static List<String> of(UUID id, String name) {
        return List.of(ID + id, NAME + name);
    }

    /** All zeros for a member that is no Boltmesh node. */
    static UUID id(Set<String> roles) {
        return value(roles, ID)
                .filter(text -> text.matches("[0-9a-f-]{36}"))
                .map(UUID::fromString)
                .orElse(NO_ID);
    }

    static String name(Set<String> roles) {
        return value(roles, NAME).orElse("?");
    }

    private static Optional<String> value(Set<String> roles, String prefix) {
        return roles.stream()
                .filter(role -> role.startsWith(prefix))
                .map(role -> role.substring(prefix.length()))
                .findFirst();
    }
}
