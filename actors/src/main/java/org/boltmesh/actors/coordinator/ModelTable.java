package org.boltmesh.actors.coordinator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.shards.plan.MemoryLedger;

/** The models that are wanted, and the memory that they hold. Owned by the director. */
final class ModelTable {
    /**
     * A configured model without a list of nodes goes to all that name it, and is not loaded for
     * the first time while nodes still come.
     */
    private static final long SETTLED_NS = TimeUnit.SECONDS.toNanos(10);

    /** Between two attempts where nothing has changed. */
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(15);

    /** A plan whose coordinator never reports was lost on its way, or with its node. */
    private static final long START_NS = TimeUnit.SECONDS.toNanos(30);

    private final Map<String, DesiredModel> models = new TreeMap<>();
    private final Map<String, Long> startedNs = new TreeMap<>();
    private final Set<String> unloaded = new HashSet<>();

    /** Generations that were given up before their coordinators had reported. */
    private final Set<Long> dropped = new HashSet<>();

    private MemoryLedger ledger = MemoryLedger.EMPTY;
    private long generationMax;
    private long nodesChangedNs;

    ModelTable(long nowNs) {
        nodesChangedNs = nowNs;
    }

    MemoryLedger ledger() {
        return ledger;
    }

    List<ModelStatus> statuses() {
        return models.values().stream().map(DesiredModel::status).toList();
    }

    Optional<DesiredModel> get(String name) {
        return Optional.ofNullable(models.get(name));
    }

    String unknown(String name) {
        return "no model %s; %s"
                .formatted(
                        name,
                        models.isEmpty()
                                ? "none is loaded"
                                : "there are " + String.join(", ", models.keySet()));
    }

    FindReply find(String name) {
        DesiredModel model = models.get(name);
        if (model == null) {
            return new FindReply.Unknown(unknown(name));
        }
        return model.coordinator()
                .filter(_ -> model.unloading().isEmpty() && !model.hasFailed())
                .<FindReply>map(FindReply.Found::new)
                .orElseGet(() -> new FindReply.Coming(model.status().detail()));
    }

    /** Takes a wish; returns why not. */
    Optional<String> load(ModelSpec spec, ActorRef<LoadEvent> listener, long nowNs) {
        DesiredModel present = models.get(spec.name());
        if (present != null && present.isPlaced()) {
            return Optional.of(
                    "model %s is %s; unload it first, or choose another name"
                            .formatted(
                                    spec.name(),
                                    present.unloading().isPresent()
                                            ? "being unloaded"
                                            : "loaded already, from " + present.spec().file()));
        }
        boolean kept = present != null && present.isKept();
        if (present != null) {
            present.takeListener()
                    .ifPresent(
                            other ->
                                    other.tell(
                                            new LoadEvent.Refused(
                                                    "somebody else asked for another "
                                                            + spec.name())));
        }
        unloaded.remove(spec.name());
        models.put(spec.name(), DesiredModel.asked(spec, listener, kept, nowNs));
        return Optional.empty();
    }

    /** Takes what a node's configuration names. */
    void configured(NodeReport report, long nowNs) {
        generationMax = Math.max(generationMax, report.generationMax());
        for (ModelSpec spec : report.configured()) {
            if (!unloaded.contains(spec.name())) {
                models.computeIfAbsent(spec.name(), _ -> DesiredModel.configured(spec, nowNs));
            }
        }
    }

    /** What was refused may fit now. */
    void nodesChanged(long nowNs) {
        nodesChangedNs = nowNs;
        models.values().forEach(model -> model.retryAt(nowNs));
    }

    void unload(DesiredModel model, ActorRef<UnloadReply> replyTo) {
        String name = model.spec().name();
        unloaded.add(name);
        model.takeListener()
                .ifPresent(l -> l.tell(new LoadEvent.Refused("model " + name + " was unloaded")));
        if (model.coordinator().isPresent()) {
            model.unloads(replyTo);
            model.coordinator()
                    .get()
                    .tell(new ModelCoordinator.Stop("model " + name + " was unloaded"));
        } else {
            drop(model);
            remove(name);
            replyTo.tell(new UnloadReply(Optional.empty()));
        }
    }

    private void drop(DesiredModel model) {
        model.plan().ifPresent(plan -> dropped.add(plan.generation()));
    }

    private void remove(String name) {
        models.remove(name);
        startedNs.remove(name);
        ledger = ledger.release(name);
    }

    /**
     * Models whose load should begin now. Those that cannot even be asked for say why, or are
     * refused.
     */
    List<DesiredModel> due(NodeTable nodes, long nowNs) {
        giveUpUnstarted(nowNs);
        List<DesiredModel> due = new ArrayList<>();
        for (DesiredModel model : List.copyOf(models.values())) {
            if (model.isDue(nowNs)) {
                Optional<String> obstacle = obstacle(model, nodes, nowNs);
                obstacle.ifPresentOrElse(
                        reason -> refuse(model, reason, nowNs), () -> due.add(model));
            }
        }
        return due;
    }

    private void giveUpUnstarted(long nowNs) {
        for (Map.Entry<String, Long> started : Map.copyOf(startedNs).entrySet()) {
            DesiredModel model = models.get(started.getKey());
            if (model != null
                    && model.coordinator().isEmpty()
                    && nowNs - started.getValue() > START_NS) {
                startedNs.remove(started.getKey());
                drop(model);
                ledger = ledger.release(started.getKey());
                refuse(model, "its coordinator has not reported", nowNs);
            }
        }
    }

    private Optional<String> obstacle(DesiredModel model, NodeTable nodes, long nowNs) {
        List<String> missing = nodes.missing(model.spec());
        if (!missing.isEmpty()) {
            return Optional.of(
                    "model %s: nodes that are not in the cluster: %s; its nodes are %s"
                            .formatted(
                                    model.spec().name(),
                                    String.join(", ", missing),
                                    nodes.names()));
        }
        if (nodes.candidates(model).isEmpty()) {
            return Optional.of("no node can take layers yet");
        }
        boolean isEager =
                model.isAsked() || model.hasEverServed() || !model.spec().nodes().isEmpty();
        return isEager || nowNs - nodesChangedNs >= SETTLED_NS
                ? Optional.empty()
                : Optional.of("waits for more nodes");
    }

    private void refuse(DesiredModel model, String reason, long nowNs) {
        Optional<ActorRef<LoadEvent>> listener = model.takeListener();
        listener.ifPresent(l -> l.tell(new LoadEvent.Refused(reason)));
        if (model.isKept()) {
            boolean settles = nowNs - nodesChangedNs < SETTLED_NS;
            model.waits(reason, nowNs + (settles ? SETTLED_NS / 10 : RETRY_NS));
        } else {
            remove(model.spec().name());
        }
    }

    /** Plans a load from what the nodes say; returns what is to be started. */
    Optional<ModelPlan> place(
            DesiredModel model, NodeTable nodes, List<FileReport> reports, long nowNs) {
        generationMax = Math.max(generationMax, nodes.generationMax());
        Placement.Outcome outcome =
                Placement.decide(
                        model.spec(), nodes.candidates(model), reports, ledger, generationMax + 1);
        return switch (outcome) {
            case Placement.Refused refused -> {
                refuse(model, refused.reason(), nowNs);
                yield Optional.empty();
            }
            case Placement.Placed placed -> {
                generationMax++;
                ledger = placed.ledger();
                model.placed(placed.plan());
                startedNs.put(model.spec().name(), nowNs);
                yield Optional.of(placed.plan());
            }
        };
    }

    /** Takes a coordinator's report; true where it has to be watched from now on. */
    boolean reported(ModelReport report, long nowNs) {
        ModelSpec spec = report.plan().spec();
        generationMax = Math.max(generationMax, report.plan().generation());
        if (dropped.contains(report.plan().generation())) {
            report.coordinator().tell(new ModelCoordinator.Stop("nobody wants it any more"));
            return false;
        }
        DesiredModel model =
                models.computeIfAbsent(spec.name(), _ -> DesiredModel.running(spec, nowNs));
        if (!model.isPlaced()) {
            adopt(model, report);
        } else if (!model.isGeneration(report.plan().generation())) {
            report.coordinator().tell(new ModelCoordinator.Stop("another load took its place"));
            return false;
        }
        startedNs.remove(spec.name());
        boolean isNew = model.reported(report);
        tell(model);
        return isNew;
    }

    /** It runs, so its memory is taken, whether or not it would be given today. */
    private void adopt(DesiredModel model, ModelReport report) {
        model.adopt(report);
        Map<String, Map<String, Long>> held = new TreeMap<>(ledger.bytesByLoad());
        Map<String, Long> bytes = new TreeMap<>();
        report.plan()
                .stages()
                .forEach(part -> bytes.put(part.node().toString(), part.sizes().totalBytes()));
        held.put(report.plan().spec().name(), bytes);
        ledger = new MemoryLedger(held);
    }

    private static void tell(DesiredModel model) {
        ModelStatus status = model.status();
        if (status.phase() == ModelPhase.READY) {
            model.takeListener().ifPresent(l -> l.tell(new LoadEvent.Done(status)));
        } else {
            model.listener().ifPresent(l -> l.tell(new LoadEvent.Progress(status)));
        }
    }

    /**
     * A coordinator gives up; its memory is free when it has ended. True where that was not known.
     */
    boolean failed(String name, long generation, String reason) {
        Optional<DesiredModel> model =
                get(name).filter(m -> m.isGeneration(generation) && !m.hasFailed());
        model.ifPresent(m -> m.fails(reason));
        return model.isPresent();
    }

    /** A coordinator has ended, and its shards before it. */
    void gone(String name, long generation, long nowNs) {
        DesiredModel model = models.get(name);
        if (model == null || !model.isGeneration(generation)) {
            return;
        }
        ledger = ledger.release(name);
        Optional<ActorRef<UnloadReply>> unloading = model.unloading();
        if (unloading.isPresent()) {
            remove(name);
            unloading.get().tell(new UnloadReply(Optional.empty()));
        } else {
            boolean hasServed = model.hasServed();
            refuse(model, model.failure(), nowNs);
            if (hasServed) {
                model.retryAt(nowNs);
            }
        }
    }
}
