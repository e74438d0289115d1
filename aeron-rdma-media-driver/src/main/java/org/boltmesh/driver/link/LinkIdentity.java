package org.boltmesh.driver.link;

import java.nio.charset.StandardCharsets;

/**
 * Which link this is, seen from one end.
 *
 * @param localNode this node's id: 1 to 64 printable ASCII characters
 * @param peerNode the other's, not the same
 * @param cable tells cables between the same two nodes apart; both ends use the same number
 */
public record LinkIdentity(String localNode, String peerNode, int cable) {
    static final int NODE_MAX_BYTES = 64;

    public LinkIdentity {
        check(localNode);
        check(peerNode);
        if (localNode.equals(peerNode)) {
            throw new IllegalArgumentException("link of node " + localNode + " with itself");
        }
    }

    /** Whether this end's handshake wins over one of the other end that crosses it. */
    public boolean localWins() {
        return localNode.compareTo(peerNode) < 0;
    }

    static byte[] bytes(String node) {
        return node.getBytes(StandardCharsets.US_ASCII);
    }

    static String text(byte[] node) {
        return new String(node, StandardCharsets.ISO_8859_1);
    }

    static boolean isNode(String node) {
        return !node.isEmpty()
                && node.length() <= NODE_MAX_BYTES
                && node.chars().allMatch(c -> c > ' ' && c <= '~');
    }

    private static void check(String node) {
        if (!isNode(node)) {
            throw new IllegalArgumentException(
                    "node id '" + node + "', want 1 to 64 printable ASCII characters");
        }
    }
}
