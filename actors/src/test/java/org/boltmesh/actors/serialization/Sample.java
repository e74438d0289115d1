package org.boltmesh.actors.serialization;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.apache.pekko.actor.typed.ActorRef;

/** A protocol with everything that messages may hold. */
sealed interface Sample extends RemoteMessage {
    /** The table of this protocol. */
    static MessageTable table() {
        return MessageTable.builder()
                .message(100, "sample-plain", 1, Plain.class)
                .message(101, "sample-collections", 1, Collections.class)
                .message(102, "sample-options", 3, Options.class)
                .message(103, "sample-ask", 1, Ask.class)
                .message(104, "sample-signal", 1, Signal.class)
                .message(105, "sample-tree", 1, Tree.class)
                .part(110, Circle.class)
                .part(111, Square.class)
                .part(112, Colour.class)
                .part(113, Leaf.class)
                .part(114, Branch.class)
                .build();
    }

    record Plain(int count, long bytes, double share, boolean good, String text, Colour colour)
            implements Sample {
        public Plain {
            if (count < 0) {
                throw new IllegalArgumentException("count " + count + ", want 0 or more");
            }
        }
    }

    record Collections(
            List<Integer> tokens, Set<String> names, Map<String, Long> sizes, List<Shape> shapes)
            implements Sample {}

    record Options(
            Optional<String> text,
            OptionalInt count,
            OptionalLong bytes,
            OptionalDouble share,
            Duration pause,
            Instant at,
            UUID id)
            implements Sample {}

    record Ask(ActorRef<Sample> replyTo) implements Sample {}

    record Tree(Node root) implements Sample {}

    enum Signal implements Sample {
        INSTANCE
    }

    enum Colour {
        RED,
        GREEN {
            @Override
            boolean isCalm() {
                return true;
            }
        };

        boolean isCalm() {
            return false;
        }
    }

    sealed interface Shape {}

    record Circle(float radius) implements Shape {}

    record Square(short side, byte tint, char letter) implements Shape {}

    sealed interface Node {}

    record Leaf() implements Node {}

    record Branch(Node left, Node right) implements Node {}
}
