package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.model.catalog.ModelDescription;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.LogProb;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import dev.langchain4j.model.openai.OpenAiLanguageModel;
import dev.langchain4j.model.openai.OpenAiModelCatalog;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingLanguageModel;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.Map;
import org.boltmesh.bootstrap.GatewayGoldens.Golden;
import org.junit.jupiter.api.Test;

/** LangChain4j's client for OpenAI, with its HTTP client of the JDK. */
abstract class LangChain4jCases {
    private static final Golden CHAT = GatewayGoldens.chat();
    private static final Golden TEXT = GatewayGoldens.text();
    private static final List<ChatMessage> MESSAGES = List.of(UserMessage.from(CHAT.prompt()));
    private static final int DRAWN_TOKENS = 16;

    private final GatewayNode node;

    LangChain4jCases(GatewayNode node) {
        this.node = node;
    }

    private OpenAiChatModel.OpenAiChatModelBuilder chat() {
        return OpenAiChatModel.builder()
                .baseUrl(node.baseUrl())
                .apiKey(GatewayNode.KEY)
                .modelName(GatewayNode.MODEL)
                .temperature(0.0)
                .maxTokens(CHAT.tokens())
                .maxRetries(0);
    }

    private OpenAiStreamingChatModel.OpenAiStreamingChatModelBuilder streamingChat() {
        return OpenAiStreamingChatModel.builder()
                .baseUrl(node.baseUrl())
                .apiKey(GatewayNode.KEY)
                .modelName(GatewayNode.MODEL)
                .temperature(0.0)
                .maxTokens(CHAT.tokens());
    }

    private static String content(OpenAiChatModel model) {
        return model.chat(MESSAGES).aiMessage().text();
    }

    private static void assertUsage(TokenUsage usage, Golden golden) {
        assertThat(usage.inputTokenCount()).isEqualTo(golden.promptTokens());
        assertThat(usage.outputTokenCount()).isEqualTo(golden.tokens());
        assertThat(usage.totalTokenCount()).isEqualTo(golden.promptTokens() + golden.tokens());
    }

    @Test
    void shouldListModels() {
        assertThat(
                        OpenAiModelCatalog.builder()
                                .baseUrl(node.baseUrl())
                                .apiKey(GatewayNode.KEY)
                                .build()
                                .listModels())
                .extracting(ModelDescription::name)
                .containsExactly(GatewayNode.MODEL);
    }

    @Test
    void shouldChat() {
        ChatResponse response = chat().build().chat(MESSAGES);
        assertThat(response.aiMessage().text()).isEqualTo(CHAT.text());
        assertThat(response.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertThat(response.modelName()).isEqualTo(GatewayNode.MODEL);
        assertThat(response.id()).startsWith("chatcmpl-");
        assertUsage(response.tokenUsage(), CHAT);
    }

    @Test
    void shouldStreamAChat() throws Exception {
        var heard = new HeardStream();
        streamingChat().build().chat(MESSAGES, heard);
        ChatResponse response = heard.response();
        assertThat(heard.text()).isEqualTo(CHAT.text());
        assertThat(heard.pieceCount()).isGreaterThan(CHAT.tokens() / 2);
        assertThat(response.aiMessage().text()).isEqualTo(CHAT.text());
        assertThat(response.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertUsage(response.tokenUsage(), CHAT);
    }

    @Test
    void shouldContinueATextWholeAndStreaming() throws Exception {
        Response<String> whole =
                OpenAiLanguageModel.builder()
                        .baseUrl(node.baseUrl())
                        .apiKey(GatewayNode.KEY)
                        .modelName(GatewayNode.MODEL)
                        .temperature(0.0)
                        .build()
                        .generate(TEXT.prompt());
        assertThat(TEXT.text()).startsWith(whole.content());
        assertThat(whole.tokenUsage())
                .isNotNull()
                .extracting(TokenUsage::inputTokenCount)
                .isEqualTo(TEXT.promptTokens());
        var heard = new HeardStream();
        OpenAiStreamingLanguageModel.builder()
                .baseUrl(node.baseUrl())
                .apiKey(GatewayNode.KEY)
                .modelName(GatewayNode.MODEL)
                .temperature(0.0)
                .build()
                .generate(TEXT.prompt(), heard.ofText());
        assertThat(heard.textResponse().content()).isEqualTo(whole.content());
        assertThat(heard.text()).isEqualTo(whole.content());
    }

    @Test
    void shouldHeedStopsAndLimits() {
        String stop = CHAT.text().substring(20, 26);
        ChatResponse stopped = chat().stop(List.of("never there", stop)).build().chat(MESSAGES);
        assertThat(stopped.aiMessage().text())
                .isEqualTo(CHAT.text().substring(0, CHAT.text().indexOf(stop)));
        assertThat(stopped.finishReason()).isEqualTo(FinishReason.STOP);
        ChatResponse cut = chat().maxTokens(null).maxCompletionTokens(5).build().chat(MESSAGES);
        assertThat(cut.tokenUsage().outputTokenCount()).isEqualTo(5);
    }

    @Test
    void shouldDrawTheSameForASeed() {
        var drawing = chat().temperature(1.0).topP(0.95).maxTokens(DRAWN_TOKENS);
        String first = content(drawing.seed(11).build());
        assertThat(content(drawing.seed(11).build())).isEqualTo(first);
        assertThat(content(drawing.seed(12).build())).isNotEqualTo(first);
    }

    @Test
    void shouldHeedBiasAndPenalties() {
        String first = content(chat().maxTokens(1).build());
        int token = GatewayGoldens.MODEL.goldens().get(4).greedy().getFirst();
        assertThat(content(chat().logitBias(Map.of(Integer.toString(token), -100)).build()))
                .doesNotStartWith(first);
        assertThat(content(chat().frequencyPenalty(2.0).presencePenalty(1.0).build()))
                .isNotEqualTo(CHAT.text());
    }

    @Test
    void shouldTellLogprobs() {
        ChatResponse response =
                chat().maxTokens(8).logprobs(true).topLogprobs(2).build().chat(MESSAGES);
        var metadata = (OpenAiChatResponseMetadata) response.metadata();
        assertThat(metadata.logProbs()).hasSize(8);
        assertThat(String.join("", metadata.logProbs().stream().map(LogProb::token).toList()))
                .isEqualTo(response.aiMessage().text());
        assertThat(metadata.logProbs()).allMatch(each -> each.topLogprobs().size() == 2);
    }

    @Test
    void shouldTellErrorsAsTheClientKnowsThem() throws Exception {
        OpenAiChatModel unknown = chat().modelName("gpt-5").build();
        assertThatThrownBy(() -> content(unknown))
                .isInstanceOf(ModelNotFoundException.class)
                .hasMessageContaining("gpt-5");
        OpenAiChatModel stranger = chat().apiKey("some-key-that-nobody-has").build();
        assertThatThrownBy(() -> content(stranger)).isInstanceOf(AuthenticationException.class);
        OpenAiChatModel wrong = chat().topP(2.0).build();
        assertThatThrownBy(() -> content(wrong))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("top_p");
        var heard = new HeardStream();
        streamingChat().modelName("gpt-5").build().chat(MESSAGES, heard);
        assertThat(heard.error()).isInstanceOf(ModelNotFoundException.class);
    }

    @Test
    void shouldRefuseTools() {
        ChatRequest request =
                ChatRequest.builder()
                        .messages(MESSAGES)
                        .toolSpecifications(ToolSpecification.builder().name("weather").build())
                        .build();
        OpenAiChatModel model = chat().build();
        assertThatThrownBy(() -> model.chat(request))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("tools");
    }
}
