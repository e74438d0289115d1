import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect, completion, joined, model, texts, usageOf } from './setup.js';

for (const golden of texts) {
    test(`continues: ${golden.prompt}`, async () => {
        const reply = await completion(golden);
        assert.equal(reply.object, 'text_completion');
        assert.equal(reply.model, model);
        assert.match(reply.id, /^cmpl-/);
        assert.equal(reply.choices[0].text, golden.text);
        assert.deepEqual(reply.usage, usageOf(golden));
    });
}

test('writes 16 tokens unless told otherwise', async () => {
    const reply = await completion(texts[0], { max_tokens: undefined });
    assert.equal(reply.usage.completion_tokens, 16);
    assert.equal(reply.choices[0].finish_reason, 'length');
});

test('takes tokens, several texts and several lists of tokens', async () => {
    const [one, two] = texts;
    const ids = await completion(one, { prompt: one.prompt_ids });
    assert.equal(ids.choices[0].text, one.text);
    for (const prompt of [
        [one.prompt, two.prompt],
        [one.prompt_ids, two.prompt_ids],
    ]) {
        const reply = await completion(one, { prompt });
        assert.deepEqual(reply.choices.map((choice) => choice.text), [one.text, two.text]);
        assert.equal(
            reply.usage.prompt_tokens,
            one.prompt_ids.length + two.prompt_ids.length,
        );
    }
    const twice = await completion(one, { prompt: [one.prompt, two.prompt], n: 2, max_tokens: 3 });
    assert.deepEqual(twice.choices.map((choice) => choice.index), [0, 1, 2, 3]);
    assert.equal(twice.choices[0].text, twice.choices[1].text);
    assert.ok(two.text.startsWith(twice.choices[2].text));
});

test('tells logprobs and where each token begins', async () => {
    const reply = await completion(texts[0], { logprobs: 2, max_tokens: 12 });
    const [{ text, logprobs }] = reply.choices;
    assert.equal(logprobs.tokens.join(''), text);
    assert.equal(logprobs.token_logprobs.length, 12);
    logprobs.tokens.forEach((token, index) => {
        const offset = logprobs.text_offset[index];
        assert.equal(text.slice(offset, offset + token.length), token);
        assert.equal(Object.keys(logprobs.top_logprobs[index]).length, 2);
        assert.equal(logprobs.top_logprobs[index][token], logprobs.token_logprobs[index]);
    });
});

test('streams', async () => {
    for (const golden of texts.slice(0, 2)) {
        const stream = await completion(golden, {
            stream: true,
            stream_options: { include_usage: true },
        });
        const chunks = await collect(stream);
        assert.equal(joined(chunks), golden.text);
        assert.equal(new Set(chunks.map((chunk) => chunk.id)).size, 1);
        assert.deepEqual(chunks.at(-1).usage, usageOf(golden));
        assert.equal(chunks.at(-2).choices[0].finish_reason, 'length');
    }
});

test('streams up to a stop string and shows nothing of it', async () => {
    const stream = await completion(texts[0], { stream: true, stop: [' river, but', 'deep rivers'] });
    const chunks = await collect(stream);
    assert.equal(joined(chunks), texts[0].text.slice(0, texts[0].text.indexOf(' river, but')));
    assert.equal(chunks.at(-1).choices[0].finish_reason, 'stop');
});
