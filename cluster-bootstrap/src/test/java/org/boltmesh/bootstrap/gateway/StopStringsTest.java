package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StopStringsTest {
    private static String shown(List<String> stops, String... texts) {
        var filter = new StopStrings(stops);
        var shown = new StringBuilder();
        for (String text : texts) {
            shown.append(filter.append(text)).append('|');
        }
        return shown.append(filter.finish()).toString();
    }

    @Test
    void shouldLetTextThroughAtOnceWhereNothingCanStop() {
        assertThat(shown(List.of(), "ab", "c")).isEqualTo("ab|c|");
        assertThat(shown(List.of("xyz"), "ab", "c")).isEqualTo("ab|c|");
    }

    @Test
    void shouldHoldBackWhatMayBeginAStop() {
        assertThat(shown(List.of("END"), "one E", "N", "D two")).isEqualTo("one |||");
        assertThat(shown(List.of("END"), "one E", "N", "X")).isEqualTo("one ||ENX|");
        assertThat(shown(List.of("END"), "one EN")).isEqualTo("one |EN");
        assertThat(shown(List.of("aab"), "a", "a", "a", "b")).isEqualTo("||a||");
    }

    @Test
    void shouldStopAtTheFirstOfSeveral() {
        assertThat(shown(List.of("two", "one"), "zero one two", "more")).isEqualTo("zero ||");
    }

    @Test
    void shouldShowExactlyWhatIsBeforeTheFirstStopHoweverTheTextIsCut() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            String text = letters(random, random.nextInt(30));
            List<String> stops = new ArrayList<>();
            for (int count = random.nextInt(3); count >= 0; count--) {
                stops.add(letters(random, 1 + random.nextInt(4)));
            }
            assertThat(pieceByPiece(random, text, stops))
                    .as("%s in %s", stops, text)
                    .isEqualTo(letterByLetter(text, stops));
        }
    }

    private static String pieceByPiece(Random random, String text, List<String> stops) {
        var filter = new StopStrings(stops);
        var shown = new StringBuilder();
        int from = 0;
        // What is shown depends on the cuts only where a cut lets one stop end before another.
        while (from < text.length() && !filter.isStopped()) {
            int to = from + 1 + random.nextInt(isCutFree(stops) ? text.length() - from : 1);
            shown.append(filter.append(text.substring(from, to)));
            from = to;
        }
        return shown.append(filter.finish()).toString();
    }

    private static boolean isCutFree(List<String> stops) {
        return stops.size() == 1;
    }

    /** Slow: the text up to the stop that ends first. */
    private static String letterByLetter(String text, List<String> stops) {
        for (int end = 1; end <= text.length(); end++) {
            String before = text.substring(0, end);
            int at =
                    stops.stream()
                            .filter(before::endsWith)
                            .mapToInt(String::length)
                            .max()
                            .orElse(-1);
            if (at >= 0) {
                return text.substring(0, end - at);
            }
        }
        return text;
    }

    private static String letters(Random random, int length) {
        var text = new StringBuilder();
        for (int index = 0; index < length; index++) {
            text.append((char) ('a' + random.nextInt(2)));
        }
        return text.toString();
    }
}
