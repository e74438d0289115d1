package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.plan.PlanOutcome.Plan;
import org.boltmesh.shards.plan.PlanOutcome.Refusal;

/** Plans and refusals as text for people. Pure. */
public final class Explain {
    private static final List<String> HEAD =
            List.of("node", "layers", "weights", "KV cache", "scratch", "reserve", "free after");

    /** Columns from here on are numbers, aligned to the right. */
    private static final int NUMBERS = 2;

    private static final String GAP = "  ";

    private Explain() {}

    /** A table with a row for each stage, then the notes; or the reason of a refusal. */
    public static String text(PlanOutcome outcome) {
        return switch (outcome) {
            case Plan plan -> table(plan);
            case Refusal refusal -> refusal.reason() + "\n";
        };
    }

    private static String table(Plan plan) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        plan.stages().forEach(stage -> rows.add(row(stage)));
        if (plan.stages().size() > 1) {
            rows.add(sums(plan.stages()));
        }
        StringBuilder text = new StringBuilder(plan.model()).append('\n');
        int[] widths = widths(rows);
        rows.forEach(row -> append(text, row, widths));
        plan.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
        return text.toString();
    }

    private static List<String> row(Stage stage) {
        return List.of(
                stage.node().name(),
                stage.layersShown(),
                Bytes.rounded(stage.weightBytes()),
                Bytes.rounded(stage.cacheBytes()),
                Bytes.rounded(stage.computeBytes()),
                Bytes.rounded(stage.node().reserveBytes()),
                Bytes.rounded(stage.freeAfterBytes()));
    }

    private static List<String> sums(List<Stage> stages) {
        return List.of(
                "all",
                Integer.toString(
                        stages.stream().mapToInt(stage -> stage.layers().layerCount()).sum()),
                Bytes.rounded(stages.stream().mapToLong(Stage::weightBytes).sum()),
                Bytes.rounded(stages.stream().mapToLong(Stage::cacheBytes).sum()),
                Bytes.rounded(stages.stream().mapToLong(Stage::computeBytes).sum()),
                Bytes.rounded(stages.stream().mapToLong(s -> s.node().reserveBytes()).sum()),
                Bytes.rounded(stages.stream().mapToLong(Stage::freeAfterBytes).sum()));
    }

    private static int[] widths(List<List<String>> rows) {
        int[] widths = new int[HEAD.size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return widths;
    }

    private static void append(StringBuilder text, List<String> row, int[] widths) {
        for (int column = 0; column < widths.length; column++) {
            String padding = " ".repeat(widths[column] - row.get(column).length());
            text.append(column == 0 ? "" : GAP);
            text.append(column < NUMBERS ? row.get(column) + padding : padding + row.get(column));
        }
        text.append('\n');
    }
}
