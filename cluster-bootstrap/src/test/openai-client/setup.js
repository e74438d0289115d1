import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import OpenAI from 'openai';

/** What the test that starts us says: the node, its key and model, and another engine's answers. */
const { BASE_URL, API_KEY, MODEL, GOLDENS } = process.env;

export const model = MODEL;

/** Without retries, so that each refusal is seen. */
export function clientWith(apiKey) {
    return new OpenAI({ baseURL: BASE_URL, apiKey, maxRetries: 0, timeout: 60_000 });
}

export const client = clientWith(API_KEY);

const goldens = JSON.parse(readFileSync(GOLDENS, 'utf8')).prompts;
export const texts = goldens.filter((golden) => golden.kind === 'raw');
export const chats = goldens.filter((golden) => golden.kind === 'chat');

/** Ids of all tokens that end a text or a turn; banned, they let an answer go on. */
export const noEnd = { 1021: -100, 1022: -100, 1023: -100 };

export function chat(golden, options = {}) {
    return client.chat.completions.create({
        model,
        messages: golden.messages,
        temperature: 0,
        max_tokens: golden.greedy_ids.length,
        ...options,
    });
}

export function completion(golden, options = {}) {
    return client.completions.create({
        model,
        prompt: golden.prompt,
        temperature: 0,
        max_tokens: golden.greedy_ids.length,
        ...options,
    });
}

/** Whether the model ended its text by itself within the golden's tokens. */
export function hasEnded(golden) {
    return golden.eog_index >= 0;
}

export function usageOf(golden) {
    const answer = hasEnded(golden) ? golden.eog_index : golden.greedy_ids.length;
    const prompt = golden.prompt_ids.length;
    return { prompt_tokens: prompt, completion_tokens: answer, total_tokens: prompt + answer };
}

/** All chunks of a stream. */
export async function collect(stream) {
    const chunks = [];
    for await (const chunk of stream) {
        chunks.push(chunk);
    }
    return chunks;
}

/** What a choice's chunks add up to. */
export function joined(chunks, index = 0) {
    return chunks
        .flatMap((chunk) => chunk.choices)
        .filter((choice) => choice.index === index)
        .map((choice) => choice.delta?.content ?? choice.text ?? '')
        .join('');
}

/** The chosen tokens' names add up to the text, and the likeliest tokens come in their order. */
export function assertLogprobs(content, text, top) {
    assert.equal(content.map((each) => each.token).join(''), text);
    for (const each of content) {
        assert.deepEqual(Buffer.from(each.bytes).toString(), each.token);
        assert.ok(each.logprob <= 0);
        assert.equal(each.top_logprobs.length, top);
        const order = each.top_logprobs.map((other) => other.logprob);
        assert.deepEqual(order, order.toSorted((a, b) => b - a));
    }
}
