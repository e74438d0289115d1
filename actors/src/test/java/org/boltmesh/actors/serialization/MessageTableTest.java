package org.boltmesh.actors.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MessageTableTest {
    @SuppressWarnings("ArrayRecordComponent") // What the table must refuse.
    record Tokens(int[] ids) implements RemoteMessage {}

    record Holder(StringBuilder text) implements RemoteMessage {}

    record Plain(int count) implements RemoteMessage {}

    record Raw(List<StringBuilder> texts) implements RemoteMessage {}

    @Test
    void shouldKeepIdsOfBaseTypes() {
        assertThat(BaseTypes.IDS.entrySet().stream().map(MessageTableTest::line).sorted())
                .containsExactly(
                        "10 List",
                        "11 Set",
                        "12 Map",
                        "13 Optional",
                        "14 OptionalInt",
                        "15 OptionalLong",
                        "16 OptionalDouble",
                        "17 Duration",
                        "18 Instant",
                        "19 UUID",
                        "20 ActorRef");
        assertThat(KryoMessageSerializer.IDENTIFIER).isEqualTo(7_701);
    }

    private static String line(Map.Entry<Class<?>, Integer> entry) {
        return entry.getValue() + " " + entry.getKey().getSimpleName();
    }

    @Test
    void shouldRefuseWhatCannotTravel() {
        assertRefused(() -> table(Tokens.class).build(), "int[]: arrays never travel");
        assertRefused(() -> table(Holder.class).build(), "StringBuilder has no row");
        assertRefused(() -> table(Raw.class).build(), "StringBuilder has no row");
    }

    @Test
    void shouldRefuseDoubleAndReservedNumbers() {
        MessageTable.Builder table = table(Plain.class);
        assertRefused(() -> table.message(101, "plain", 1, Holder.class), "plain:1 appears");
        assertRefused(() -> table.message(100, "other", 1, Holder.class), "100 appears");
        assertRefused(() -> table.part(102, Plain.class), "twice");
        assertRefused(() -> table.part(99, Tokens.class), "id 99");
        assertRefused(() -> table.message(103, "Bad Tag", 1, Raw.class), "Bad Tag");
        assertRefused(() -> table.message(103, "raw", 0, Raw.class), "version 0");
        assertRefused(() -> table.part(104, String.class), "want an id");
    }

    private static MessageTable.Builder table(Class<? extends RemoteMessage> type) {
        return MessageTable.builder().message(100, "plain", 1, type);
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
