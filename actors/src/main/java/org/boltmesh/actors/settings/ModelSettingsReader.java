package org.boltmesh.actors.settings;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.boltmesh.shards.engine.KvType;

/** Reads the list {@code models}. */
final class ModelSettingsReader {
    private static final String CONTEXT = "context";
    private static final String NODES = "nodes";
    private static final String KV_TYPE = "kv-type";
    private static final String MICRO_BATCH = "micro-batch";
    private static final String SEQUENCES = "sequences";
    private static final String QUEUE = "queue";
    private static final Set<String> KEYS =
            Set.of("name", "file", CONTEXT, NODES, KV_TYPE, MICRO_BATCH, SEQUENCES, QUEUE);

    private final SettingsReader model;

    private ModelSettingsReader(SettingsReader model) {
        this.model = model;
    }

    static List<ModelSettings> read(SettingsReader reader) {
        Set<String> names = new HashSet<>();
        return reader.objects("models", "a list of { name, file, context, nodes, ... }").stream()
                .map(model -> new ModelSettingsReader(model).read(names))
                .toList();
    }

    private ModelSettings read(Set<String> names) {
        model.checkKeys(KEYS);
        String name = model.name("name");
        if (!names.add(name)) {
            throw model.wrong("name", "a name that no other model has");
        }
        return new ModelSettings(
                name,
                model.path("file"),
                integer(CONTEXT, 0, ModelSettings.CONTEXT_MAX_TOKENS, 0),
                model.has(NODES) ? nodes() : List.of(),
                model.has(KV_TYPE) ? kvType() : KvType.F16,
                integer(
                        MICRO_BATCH,
                        1,
                        ModelSettings.MICRO_BATCH_MAX,
                        ModelSettings.MICRO_BATCH_DEFAULT),
                integer(SEQUENCES, 1, ModelSettings.SEQUENCES_MAX, ModelSettings.SEQUENCES_DEFAULT),
                integer(QUEUE, 0, ModelSettings.QUEUE_MAX, ModelSettings.QUEUE_MAX));
    }

    private int integer(String key, int min, int max, int defaultValue) {
        return model.has(key) ? model.integer(key, min, max) : defaultValue;
    }

    private KvType kvType() {
        return model.word(KV_TYPE, KvType.values(), type -> type.name().toLowerCase(Locale.ROOT));
    }

    private List<String> nodes() {
        String wanted = "a list of node names: " + Names.WANTED;
        List<String> nodes = model.strings(NODES, wanted);
        if (!nodes.stream().allMatch(Names::isName)) {
            throw model.wrong(NODES, wanted);
        }
        return nodes;
    }
}
