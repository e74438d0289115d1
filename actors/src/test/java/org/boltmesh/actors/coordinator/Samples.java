package org.boltmesh.actors.coordinator;

import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.gguf.ModelFingerprint;
import org.boltmesh.shards.model.ModelFootprint;
import org.boltmesh.shards.plan.NodeMemory;

/** Nodes and models of tests. */
final class Samples {
    static final String MODEL = "small";

    private Samples() {}

    static ModelSpec spec(String... nodes) {
        return new ModelSpec(MODEL, "/models/small.gguf", 64, List.of(nodes), KvType.F16, 512, 8);
    }

    static UUID id(String name) {
        return new UUID(0, name.hashCode());
    }

    static NodeReport node(String name, long limitBytes) {
        return node(name, limitBytes, List.of());
    }

    static NodeReport node(String name, long limitBytes, List<ModelSpec> configured) {
        return new NodeReport(
                new NodeReport.Identity(id(name), name, 7, new HostPort("127.0.0.1", 4000)),
                TestInbox.<NodeAgent.Command>create(name).getRef(),
                new NodeReport.Memory(NodeMemory.UNLIMITED, limitBytes, 0),
                NodeReport.Driver.NONE,
                configured,
                0);
    }

    /** Four layers of 10 bytes each, and nothing else. */
    static ModelFootprint footprint() {
        return new ModelFootprint(MODEL, 64, 8, Collections.nCopies(4, 10L), 0, 0, 0, 0, 0, 0, 0);
    }

    static FileReport file(String node, long sizeBytes) {
        return file(node, sizeBytes, List.of());
    }

    static FileReport file(String node, long sizeBytes, List<String> hashes) {
        return FileReport.of(
                id(node),
                new FileFacts(
                        "/models/of/" + node,
                        new ModelFingerprint(
                                List.of(new ModelFingerprint.Part(sizeBytes, "head", "blocks"))),
                        hashes,
                        footprint()));
    }
}
