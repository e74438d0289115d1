package org.boltmesh.driver.ibverbs;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.launcher.EngineFilter.includeEngines;
import static org.junit.platform.launcher.TagFilter.includeTags;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs all tests tagged {@link SoftRoce#TAG} and reports a line for each, which is written at once:
 * the machine may end at any time. Argument: the report's file.
 */
final class GuestTests implements TestExecutionListener {
    private final PrintWriter report;
    private final Map<String, Long> startsNs = new HashMap<>();
    private final TestPlan plan;
    private int failed;

    private GuestTests(PrintWriter report, TestPlan plan) {
        this.report = report;
        this.plan = plan;
    }

    public static void main(String[] arguments) {
        Path file = Path.of(arguments[0]);
        try (PrintWriter report = new PrintWriter(Files.newBufferedWriter(file), true)) {
            if (!runAll(report)) {
                System.exit(1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean runAll(PrintWriter report) {
        Launcher launcher = LauncherFactory.create();
        TestPlan plan =
                launcher.discover(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectPackage("org.boltmesh.driver"))
                                .filters(includeEngines("junit-jupiter"), includeTags(SoftRoce.TAG))
                                .build());
        GuestTests tests = new GuestTests(report, plan);
        launcher.execute(plan, tests);
        report.println("END");
        return tests.failed == 0;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        startsNs.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        report.println("SKIPPED " + name(test) + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (test.isTest()) {
                    report.println("PASSED " + name(test) + time(test));
                }
            }
            case ABORTED -> report.println("SKIPPED " + name(test) + reason(result));
            case FAILED -> {
                failed++;
                report.println("FAILED " + name(test) + time(test));
                result.getThrowable().ifPresent(this::reportTrace);
            }
        }
    }

    private void reportTrace(Throwable failure) {
        report.println(failure);
        for (StackTraceElement element : failure.getStackTrace()) {
            report.println("    at " + element);
        }
        if (failure.getCause() != null) {
            reportTrace(failure.getCause());
        }
    }

    private static String reason(TestExecutionResult result) {
        return result.getThrowable()
                .map(reason -> ": " + String.valueOf(reason.getMessage()).replaceAll("\\s+", " "))
                .orElse("");
    }

    private String name(TestIdentifier test) {
        String parent = plan.getParent(test).map(this::name).orElse("");
        return parent.isEmpty() || parent.equals("JUnit Jupiter")
                ? test.getDisplayName()
                : parent + " " + test.getDisplayName();
    }

    private String time(TestIdentifier test) {
        long startNs = startsNs.getOrDefault(test.getUniqueId(), System.nanoTime());
        long elapsedNs = System.nanoTime() - startNs;
        return " " + TimeUnit.NANOSECONDS.toMillis(elapsedNs) + " ms";
    }
}
