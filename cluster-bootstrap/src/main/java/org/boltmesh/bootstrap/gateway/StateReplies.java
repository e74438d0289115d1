package org.boltmesh.bootstrap.gateway;

import java.util.Optional;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelStatus;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replies that the cluster's state is enough for. Pure.
 *
 * @param createdSeconds of models, since 1970; clients want some time
 */
record StateReplies(long createdSeconds) {
    static HttpResponse health(int status, String word) {
        ObjectNode body = JsonMapper.shared().createObjectNode().put("status", word);
        return Responses.json(status, body);
    }

    static HttpResponse ready(ClusterState state) {
        boolean isReady = state.models().stream().anyMatch(StateReplies::isReady);
        return isReady
                ? health(Refusal.OK, "ready")
                : health(Refusal.UNAVAILABLE, "no model is ready");
    }

    private static boolean isReady(ModelStatus model) {
        return model.phase() == ModelPhase.READY;
    }

    HttpResponse models(ClusterState state) {
        ObjectNode body = JsonMapper.shared().createObjectNode().put("object", "list");
        ArrayNode data = body.putArray("data");
        state.models().forEach(model -> describe(data.addObject(), model));
        return Responses.json(Refusal.OK, body);
    }

    HttpResponse model(ClusterState state, String name) {
        return find(state, name)
                .map(
                        model ->
                                Responses.json(
                                        Refusal.OK,
                                        describe(JsonMapper.shared().createObjectNode(), model)))
                .orElseGet(() -> Responses.refusal(Refusal.unknownModel(name)));
    }

    private ObjectNode describe(ObjectNode node, ModelStatus model) {
        return node.put("id", model.spec().name())
                .put("object", "model")
                .put("created", createdSeconds)
                .put("owned_by", "boltmesh");
    }

    private static Optional<ModelStatus> find(ClusterState state, String name) {
        return state.models().stream()
                .filter(model -> model.spec().name().equals(name))
                .findFirst();
    }

    /** Why a model cannot be asked. One that has served before is waited for: it is coming back. */
    static Optional<Refusal> unservable(ClusterState state, String name) {
        Optional<ModelStatus> model = find(state, name);
        if (model.isEmpty()) {
            return Optional.of(Refusal.unknownModel(name));
        }
        ModelStatus status = model.get();
        boolean isBack = status.phase() == ModelPhase.LOADING && status.restarts() > 0;
        return isReady(status) || isBack
                ? Optional.empty()
                : Optional.of(Refusal.unavailable("model_loading", notReady(status)));
    }

    private static String notReady(ModelStatus status) {
        String reason = status.detail().isEmpty() ? "" : ": " + status.detail();
        return "model %s is not ready yet%s".formatted(status.spec().name(), reason);
    }
}
