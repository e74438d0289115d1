import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLogprobs, chat, chats, client, hasEnded, model, noEnd, usageOf } from './setup.js';

const story = chats.find((golden) => !hasEnded(golden));
const sampled = { temperature: 1, max_tokens: 16, logit_bias: noEnd };

for (const golden of chats) {
    test(`answers: ${golden.messages.at(-1).content}`, async () => {
        const reply = await chat(golden);
        assert.equal(reply.object, 'chat.completion');
        assert.equal(reply.model, model);
        assert.match(reply.id, /^chatcmpl-/);
        assert.equal(reply.choices.length, 1);
        assert.equal(reply.choices[0].message.role, 'assistant');
        assert.equal(reply.choices[0].message.content, golden.text);
        assert.equal(reply.choices[0].finish_reason, hasEnded(golden) ? 'stop' : 'length');
        assert.equal(reply.choices[0].logprobs, null);
        assert.deepEqual(reply.usage, usageOf(golden));
    });
}

test('ends at max_tokens and at max_completion_tokens, of which the newer one counts', async () => {
    for (const limit of [
        { max_tokens: 5 },
        { max_tokens: undefined, max_completion_tokens: 5 },
        { max_tokens: 9, max_completion_tokens: 5 },
    ]) {
        const reply = await chat(story, limit);
        assert.equal(reply.usage.completion_tokens, 5);
        assert.equal(reply.choices[0].finish_reason, 'length');
        assert.ok(story.text.startsWith(reply.choices[0].message.content));
    }
});

test('ends before a stop string, also one of several', async () => {
    for (const stop of [' the city', [' the city'], ['not there', 'he city.', ' the city']]) {
        const reply = await chat(story, { stop });
        const content = reply.choices[0].message.content;
        const end = Math.min(
            ...[stop].flat().map((each) => story.text.indexOf(each)).filter((at) => at >= 0),
        );
        assert.equal(content, story.text.slice(0, end));
        assert.equal(reply.choices[0].finish_reason, 'stop');
    }
});

test('gives n choices and counts the prompt once', async () => {
    const greedy = await chat(story, { n: 3, max_tokens: 8 });
    assert.deepEqual(greedy.choices.map((choice) => choice.index), [0, 1, 2]);
    assert.equal(new Set(greedy.choices.map((choice) => choice.message.content)).size, 1);
    assert.equal(greedy.usage.prompt_tokens, story.prompt_ids.length);
    assert.equal(greedy.usage.completion_tokens, 24);
    const drawn = await chat(story, { ...sampled, n: 3, seed: 5 });
    assert.equal(new Set(drawn.choices.map((choice) => choice.message.content)).size, 3);
});

test('draws the same for a seed, other things for another', async () => {
    const content = async (options) =>
        (await chat(story, { ...sampled, ...options })).choices[0].message.content;
    assert.equal(await content({ seed: 7 }), await content({ seed: 7 }));
    assert.notEqual(await content({ seed: 7 }), await content({ seed: 8 }));
    assert.notEqual(await content({}), await content({}));
    const several = await chat(story, { ...sampled, seed: 7, n: 2 });
    assert.equal(several.choices[0].message.content, await content({ seed: 7 }));
});

test('tells logprobs', async () => {
    const reply = await chat(story, { logprobs: true, top_logprobs: 3, max_tokens: 12 });
    const [choice] = reply.choices;
    assertLogprobs(choice.logprobs.content, choice.message.content, 3);
    for (const each of choice.logprobs.content) {
        assert.equal(each.top_logprobs[0].token, each.token);
        assert.equal(each.top_logprobs[0].logprob, each.logprob);
    }
    const plain = await chat(story, { logprobs: true, max_tokens: 12 });
    assertLogprobs(plain.choices[0].logprobs.content, choice.message.content, 0);
});

test('heeds logit_bias', async () => {
    const [first] = story.greedy_ids;
    const without = await chat(story, { logit_bias: { [first]: -100 }, max_tokens: 4 });
    assert.ok(!story.text.startsWith(without.choices[0].message.content));
    const only = await chat(story, { logit_bias: { [first]: 100 }, max_tokens: 4 });
    const word = (await chat(story, { max_tokens: 1 })).choices[0].message.content;
    assert.equal(only.choices[0].message.content, word.repeat(4));
});

test('heeds penalties', async () => {
    const most = async (options) => {
        const reply = await chat(story, { logprobs: true, ...options });
        const counts = new Map();
        for (const { token } of reply.choices[0].logprobs.content) {
            counts.set(token, (counts.get(token) ?? 0) + 1);
        }
        return Math.max(...counts.values());
    };
    const unpenalised = await most({});
    assert.ok((await most({ frequency_penalty: 2 })) < unpenalised);
    assert.ok((await most({ presence_penalty: 2, frequency_penalty: 1 })) < unpenalised);
});

test('takes parts, developers and what tools leave empty', async () => {
    const messages = story.messages.map(({ role, content }) => ({
        role: role === 'system' ? 'developer' : role,
        content: [{ type: 'text', text: content }],
    }));
    const reply = await client.chat.completions.create({
        model,
        messages,
        temperature: 0,
        max_completion_tokens: story.greedy_ids.length,
        tools: [],
        tool_choice: 'none',
        parallel_tool_calls: true,
        response_format: { type: 'text' },
        modalities: ['text'],
        user: 'somebody',
        metadata: { of: 'a test' },
        store: false,
        service_tier: 'auto',
        a_field_that_nobody_knows: { with: ['values'] },
        n: null,
        stop: null,
        logit_bias: null,
    });
    assert.equal(reply.choices[0].message.content, story.text);
});
