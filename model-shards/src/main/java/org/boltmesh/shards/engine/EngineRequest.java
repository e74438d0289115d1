package org.boltmesh.shards.engine;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.template.ChatMessage;

/**
 * What a control process asks of an engine. A request with an id is answered by events with that
 * id, the last of which is the answer or an {@link EngineEvent.Failed}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = EngineRequest.Load.class, name = "load"),
    @JsonSubTypes.Type(value = EngineRequest.JoinPipeline.class, name = "join-pipeline"),
    @JsonSubTypes.Type(value = EngineRequest.Tokenize.class, name = "tokenize"),
    @JsonSubTypes.Type(value = EngineRequest.TokenizeChat.class, name = "tokenize-chat"),
    @JsonSubTypes.Type(value = EngineRequest.Generate.class, name = "generate"),
    @JsonSubTypes.Type(value = EngineRequest.Cancel.class, name = "cancel"),
    @JsonSubTypes.Type(value = EngineRequest.MoveChannels.class, name = "move-channels"),
    @JsonSubTypes.Type(value = EngineRequest.Ping.class, name = "ping"),
    @JsonSubTypes.Type(value = EngineRequest.Shutdown.class, name = "shutdown"),
})
public sealed interface EngineRequest {

    /**
     * Loads a range of a model's layers; answered by {@link EngineEvent.LoadProgress} and {@link
     * EngineEvent.Loaded}. Asking for what is loaded already is answered at once.
     *
     * @param model path of the GGUF file, or of the first of a split one
     */
    record Load(long requestId, String model, LayerRange layers, LoadOptions options)
            implements EngineRequest {}

    /**
     * Gives the loaded layers their place in a pipeline; answered by {@link EngineEvent.Joined}. A
     * higher epoch ends what ran under the one before; asking for what is joined already is
     * answered at once. An engine with a whole model can do without.
     *
     * @param addresses of all channels of the pipeline, as the engine's channel factory takes them
     * @param times that a head keeps
     */
    record JoinPipeline(
            long requestId, StageRole role, PipelineAddresses addresses, PipelineTimes times)
            implements EngineRequest {
        /** Whether the other asks for the same. */
        boolean isSame(JoinPipeline other) {
            return role.equals(other.role())
                    && addresses.equals(other.addresses())
                    && times.equals(other.times());
        }
    }

    /**
     * Turns text into token ids; answered by {@link EngineEvent.Tokenized}.
     *
     * @param addSpecial whether the tokens that the model wants around a text are added
     * @param parseSpecial whether the text of a special token means that token
     */
    record Tokenize(long requestId, String text, boolean addSpecial, boolean parseSpecial)
            implements EngineRequest {}

    /**
     * Turns a conversation into the token ids of a prompt by the model's chat template; answered by
     * {@link EngineEvent.Tokenized}. Nothing that is said in it becomes a token that steers the
     * model.
     *
     * @param addGenerationPrompt whether the prompt ends where the model's answer begins
     */
    record TokenizeChat(long requestId, List<ChatMessage> messages, boolean addGenerationPrompt)
            implements EngineRequest {
        public TokenizeChat {
            messages = List.copyOf(messages);
        }
    }

    /**
     * Continues a prompt; answered by {@link EngineEvent.Token}s and {@link EngineEvent.Finished}.
     *
     * @param maxTokens most tokens to generate; the context may end it earlier
     * @param choice which of several answers to the same prompt this is; part of what each random
     *     draw depends on
     * @param stopOnEnd whether a token that ends the text ends the generation
     * @param answeredCount tokens at the prompt's end that are the beginning of the answer, as when
     *     it goes on after a fault
     */
    record Generate(
            long requestId,
            List<Integer> prompt,
            SamplingOptions sampling,
            int maxTokens,
            int choice,
            boolean stopOnEnd,
            int answeredCount)
            implements EngineRequest {
        public Generate {
            prompt = List.copyOf(prompt);
        }

        /** An answer from its beginning. */
        public Generate(
                long requestId,
                List<Integer> prompt,
                SamplingOptions sampling,
                int maxTokens,
                int choice,
                boolean stopOnEnd) {
            this(requestId, prompt, sampling, maxTokens, choice, stopOnEnd, 0);
        }
    }

    /** Ends a generation early; it then finishes as cancelled. Unknown ids mean nothing. */
    record Cancel(long requestId) implements EngineRequest {}

    /**
     * Tells where the engine's channels are carried from now on, as after the death of what carried
     * them; not answered. What they had under way is sent again there.
     *
     * @param place as the engine's channel factory takes it
     */
    record MoveChannels(String place) implements EngineRequest {}

    /** Asks for a heartbeat now. */
    record Ping() implements EngineRequest {}

    /** Ends the process, politely. */
    record Shutdown() implements EngineRequest {}
}
