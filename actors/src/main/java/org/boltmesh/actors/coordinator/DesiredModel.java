package org.boltmesh.actors.coordinator;

import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;

/** A model that the cluster is to serve, and how far it is. Owned by the director. */
final class DesiredModel {
    private ModelSpec spec;
    private Optional<ActorRef<LoadEvent>> listener;
    private final boolean asked;
    private boolean kept;
    private long attempt;
    private boolean surveying;
    private boolean served;
    private boolean everServed;
    private long retryNs;
    private Optional<ModelPlan> plan = Optional.empty();
    private Optional<ModelReport> report = Optional.empty();
    private Optional<ActorRef<ModelCoordinator.Command>> coordinator = Optional.empty();
    private Optional<ActorRef<UnloadReply>> unloading = Optional.empty();
    private String detail = "";
    private Optional<String> failure = Optional.empty();

    /**
     * A model that nothing was done for yet.
     *
     * @param listener hears how the first load goes
     * @param asked whether somebody has asked for it, rather than nodes' configurations
     * @param kept whether it is tried again when a load is refused
     */
    private DesiredModel(
            ModelSpec spec,
            Optional<ActorRef<LoadEvent>> listener,
            boolean asked,
            boolean kept,
            long nowNs) {
        this.spec = spec;
        this.listener = listener;
        this.asked = asked;
        this.kept = kept;
        this.retryNs = nowNs;
    }

    /** A model that a node's configuration names. */
    static DesiredModel configured(ModelSpec spec, long nowNs) {
        return new DesiredModel(spec, Optional.empty(), false, true, nowNs);
    }

    /** A model that runs already. */
    static DesiredModel running(ModelSpec spec, long nowNs) {
        return new DesiredModel(spec, Optional.empty(), true, true, nowNs);
    }

    /** A model that somebody asks for and waits for. */
    static DesiredModel asked(
            ModelSpec spec, ActorRef<LoadEvent> listener, boolean kept, long nowNs) {
        return new DesiredModel(spec, Optional.of(listener), true, kept, nowNs);
    }

    /** Whether somebody has asked for it, rather than nodes' configurations. */
    boolean isAsked() {
        return asked;
    }

    ModelSpec spec() {
        return spec;
    }

    boolean isKept() {
        return kept;
    }

    /** Whether it has answered since it was placed: then what ended it has come from outside. */
    boolean hasServed() {
        return served;
    }

    /** Whether it has ever answered: then somebody waits for it. */
    boolean hasEverServed() {
        return everServed;
    }

    /** Its coordinator gives up, and will end. */
    void fails(String reason) {
        failure = Optional.of(reason);
    }

    /** Whether its coordinator has given up, and ends. */
    boolean hasFailed() {
        return failure.isPresent();
    }

    /** Why its coordinator has ended. */
    String failure() {
        return failure.orElse("the node of its head shard is gone");
    }

    /** Whether a load should begin now. */
    boolean isDue(long nowNs) {
        return !surveying && plan.isEmpty() && unloading.isEmpty() && nowNs - retryNs >= 0;
    }

    /** A load begins; answers to others are old. */
    long beginSurvey() {
        surveying = true;
        return ++attempt;
    }

    boolean isSurvey(long number) {
        return surveying && attempt == number;
    }

    void placed(ModelPlan newPlan) {
        surveying = false;
        plan = Optional.of(newPlan);
        failure = Optional.empty();
        served = false;
        detail = "";
    }

    /** Nothing came of it; it is tried again at {@code nextNs} where it is kept. */
    void waits(String reason, long nextNs) {
        surveying = false;
        plan = Optional.empty();
        report = Optional.empty();
        coordinator = Optional.empty();
        detail = reason;
        retryNs = nextNs;
    }

    void retryAt(long nextNs) {
        retryNs = nextNs;
    }

    void unloads(ActorRef<UnloadReply> replyTo) {
        unloading = Optional.of(replyTo);
    }

    Optional<ActorRef<UnloadReply>> unloading() {
        return unloading;
    }

    /** Whether a coordinator's word is about the present load. */
    boolean isGeneration(long generation) {
        return plan.filter(p -> p.generation() == generation).isPresent();
    }

    /** Takes what runs without us knowing, as a new director does. */
    void adopt(ModelReport running) {
        spec = running.plan().spec();
        placed(running.plan());
        kept = true;
    }

    boolean isPlaced() {
        return plan.isPresent();
    }

    /** Takes a report; true where its coordinator was not known. */
    boolean reported(ModelReport newReport) {
        boolean isNew = coordinator.filter(newReport.coordinator()::equals).isEmpty();
        report = Optional.of(newReport);
        coordinator = Optional.of(newReport.coordinator());
        served |= newReport.progress().phase() == ModelPhase.READY;
        everServed |= served;
        kept |= served;
        return isNew;
    }

    Optional<ActorRef<ModelCoordinator.Command>> coordinator() {
        return coordinator;
    }

    Optional<ModelPlan> plan() {
        return plan;
    }

    /** Whoever waits for the first load; asked for its last word, it is forgotten. */
    Optional<ActorRef<LoadEvent>> takeListener() {
        Optional<ActorRef<LoadEvent>> taken = listener;
        listener = Optional.empty();
        return taken;
    }

    Optional<ActorRef<LoadEvent>> listener() {
        return listener;
    }

    ModelStatus status() {
        return report.map(ModelReport::status)
                .orElseGet(
                        () ->
                                new ModelStatus(
                                        spec,
                                        isPlaced() ? ModelPhase.LOADING : ModelPhase.WAITING,
                                        detail,
                                        List.of(),
                                        List.of(),
                                        0,
                                        0,
                                        0));
    }
}
