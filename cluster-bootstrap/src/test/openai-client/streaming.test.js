import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APIUserAbortError } from 'openai';
import {
    assertLogprobs,
    chat,
    chats,
    client,
    collect,
    hasEnded,
    joined,
    model,
    noEnd,
    usageOf,
} from './setup.js';

const story = chats.find((golden) => !hasEnded(golden));
const endless = { stream: true, logit_bias: noEnd, max_tokens: 400 };

for (const golden of chats) {
    test(`streams: ${golden.messages.at(-1).content}`, async () => {
        const chunks = await collect(await chat(golden, { stream: true }));
        assert.equal(joined(chunks), golden.text);
        assert.deepEqual(chunks[0].choices[0].delta, { role: 'assistant', content: '' });
        assert.equal(new Set(chunks.map((chunk) => chunk.id)).size, 1);
        for (const chunk of chunks) {
            assert.equal(chunk.object, 'chat.completion.chunk');
            assert.equal(chunk.model, model);
            assert.ok(!('usage' in chunk));
            assert.ok(Object.values(chunk.choices[0].delta).every((value) => value !== null));
        }
        const reasons = chunks.map((chunk) => chunk.choices[0].finish_reason);
        assert.equal(reasons.pop(), hasEnded(golden) ? 'stop' : 'length');
        assert.ok(reasons.every((reason) => reason === null));
    });
}

test('tells the usage last where it is wanted', async () => {
    const stream = await chat(story, { stream: true, stream_options: { include_usage: true } });
    const chunks = await collect(stream);
    const last = chunks.pop();
    assert.deepEqual(last.choices, []);
    assert.deepEqual(last.usage, usageOf(story));
    assert.ok(chunks.every((chunk) => chunk.usage === null));
});

test('streams several choices beside each other', async () => {
    const chunks = await collect(await chat(story, { stream: true, n: 2, max_tokens: 20 }));
    const whole = await chat(story, { max_tokens: 20 });
    for (const index of [0, 1]) {
        assert.equal(joined(chunks, index), whole.choices[0].message.content);
    }
});

test('streams up to a stop string and shows nothing of it', async () => {
    const chunks = await collect(await chat(story, { stream: true, stop: ' the city' }));
    assert.equal(joined(chunks), story.text.slice(0, story.text.indexOf(' the city')));
    assert.equal(chunks.at(-1).choices[0].finish_reason, 'stop');
});

test('streams logprobs', async () => {
    const options = { stream: true, logprobs: true, top_logprobs: 2, max_tokens: 12 };
    const chunks = await collect(await chat(story, options));
    const content = chunks.flatMap((chunk) => chunk.choices[0].logprobs?.content ?? []);
    assertLogprobs(content, joined(chunks), 2);
});

test("gives the client's own helper a whole answer", async () => {
    const runner = client.chat.completions.stream({
        model,
        messages: story.messages,
        temperature: 0,
        max_tokens: story.greedy_ids.length,
        stream_options: { include_usage: true },
    });
    const snapshots = [];
    runner.on('content', (_, snapshot) => snapshots.push(snapshot));
    const whole = await runner.finalChatCompletion();
    assert.equal(whole.choices[0].message.content, story.text);
    assert.equal(snapshots.at(-1), story.text);
    assert.deepEqual(whole.usage, usageOf(story));
});

test('can be aborted in mid-stream, more often than there are sequences', async () => {
    for (let round = 0; round < 12; round++) {
        const abort = new AbortController();
        const stream = await client.chat.completions.create(
            { model, messages: story.messages, temperature: 0, ...endless },
            { signal: abort.signal },
        );
        let seen = 0;
        for await (const chunk of stream) {
            seen += chunk.choices[0].delta.content === '' ? 0 : 1;
            if (seen === 3) {
                abort.abort();
            }
        }
        assert.ok(seen < endless.max_tokens);
    }
    assert.equal((await chat(story)).choices[0].message.content, story.text);
});

test('can be aborted before it answers whole', async () => {
    const abort = new AbortController();
    const answer = client.chat.completions.create(
        { model, messages: story.messages, logit_bias: noEnd, max_tokens: 400 },
        { signal: abort.signal },
    );
    setImmediate(() => abort.abort());
    await assert.rejects(answer, APIUserAbortError);
});

test('ends when its reader leaves the loop', async () => {
    const stream = await chat(story, endless);
    for await (const chunk of stream) {
        if (chunk.choices[0].delta.content !== '') {
            break;
        }
    }
    assert.ok(stream.controller.signal.aborted);
});
