package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.util.Version;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.jdk.javaapi.CollectionConverters;

class KeepServingTest {
    /** Nodes are numbered by address; the first column is how many there are. */
    @ParameterizedTest
    @CsvSource({
        "2, 2, 2", // of two, each goes on alone
        "2, 1, 1",
        "3, 1, 1", // one crash costs one
        "3, 3, 3",
        "3, 2 3, 1", // a minority stops itself
        "4, 3 4, 3 4", // of halves, the one with the lowest address stays
        "4, 1 2, 3 4",
        "8, 1 2 3, 1 2 3",
        "8, 4 5 6 7 8, 1 2 3",
    })
    void shouldKeepTheLargerSide(int count, String unreachable, String downed) {
        Set<Integer> lost = numbers(unreachable);
        var strategy = new KeepServing("default", member(1).uniqueAddress());
        IntStream.rangeClosed(1, count)
                .forEach(
                        number -> {
                            if (lost.contains(number)) {
                                strategy.addUnreachable(member(number));
                            } else {
                                strategy.addReachable(member(number));
                            }
                        });
        Set<Integer> ports = new HashSet<>();
        CollectionConverters.asJava(strategy.nodesToDown(strategy.decide()))
                .forEach(node -> ports.add((Integer) node.address().port().get()));
        assertThat(ports).isEqualTo(numbers(downed));
    }

    private static Set<Integer> numbers(String text) {
        return Set.copyOf(Arrays.stream(text.split(" ")).map(Integer::valueOf).toList());
    }

    private static Member member(int number) {
        var address =
                new UniqueAddress(
                        new Address("pekko", "boltmesh", "127.0.0.1", number), (long) number);
        return new Member(
                address,
                number,
                MemberStatus.up(),
                CollectionConverters.asScala(List.of("dc-default").iterator()).toSet(),
                Version.Zero());
    }
}
