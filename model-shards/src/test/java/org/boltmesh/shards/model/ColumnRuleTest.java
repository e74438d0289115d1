package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnRuleTest {
    @Test
    void shouldPadToTheLeastAllowed() {
        for (int minimum = 1; minimum <= 9; minimum++) {
            for (int multiple = 1; multiple <= 9; multiple++) {
                ColumnRule rule = new ColumnRule(minimum, multiple, 1000);
                for (int columns = 1; columns <= 40; columns++) {
                    int least = columns;
                    while (least < minimum || least % multiple != 0) {
                        least++;
                    }
                    assertThat(rule.pad(columns)).as("%s for %d", rule, columns).isEqualTo(least);
                    assertThat(rule.padsNothing(columns)).isEqualTo(least == columns);
                }
            }
        }
    }

    @Test
    void shouldAllowUpToTheMaximum() {
        ColumnRule rule = new ColumnRule(2, 1, 32);
        assertThat(rule.allows(1)).isFalse();
        assertThat(rule.allows(2)).isTrue();
        assertThat(rule.allows(32)).isTrue();
        assertThat(rule.allows(33)).isFalse();
        assertThat(ColumnRule.ANY.allows(1)).isTrue();
    }

    @Test
    void shouldCombineToWhatBothAllow() {
        ColumnRule both = new ColumnRule(2, 4, 100).and(new ColumnRule(8, 6, 90));
        assertThat(both).isEqualTo(new ColumnRule(8, 12, 90));
        assertThat(ColumnRule.ANY.and(both)).isEqualTo(both);
    }
}
