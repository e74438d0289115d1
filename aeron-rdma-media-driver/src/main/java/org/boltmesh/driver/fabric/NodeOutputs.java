package org.boltmesh.driver.fabric;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What one node's tools printed.
 *
 * @param node its name
 */
public record NodeOutputs(String node, Map<Tool, ToolOutput> outputs) {
    public NodeOutputs {
        outputs = Map.copyOf(outputs);
    }

    /** Runs all tools at once. Takes no longer than the slowest deadline. */
    public static NodeOutputs take(String node, OutputRunner runner) {
        Map<Tool, ToolOutput> outputs = new ConcurrentHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Tool tool : Tool.values()) {
                threads.execute(() -> outputs.put(tool, runner.run(tool)));
            }
        }
        return new NodeOutputs(node, outputs);
    }

    /** What the tool said. */
    public ToolOutput of(Tool tool) {
        return outputs.getOrDefault(
                tool, new ToolOutput.Unrecorded("there is no record of " + tool.commandLine()));
    }
}
