import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APIError, AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import { chat, chats, client, clientWith, collect, completion, model, texts } from './setup.js';

const [story] = chats;
const [tale] = texts;

/** An error of the client's own class that names the field. */
function refusal(param) {
    return (error) => {
        assert.ok(error instanceof BadRequestError, String(error));
        assert.equal(error.status, 400);
        assert.equal(error.type, 'invalid_request_error');
        assert.equal(error.param, param);
        assert.ok(error.message.includes(param), error.message);
        return true;
    };
}

function codedError(type, status, code) {
    return (error) => {
        assert.ok(error instanceof type, String(error));
        assert.equal(error.status, status);
        assert.equal(error.code, code);
        return true;
    };
}

const aTool = { type: 'function', function: { name: 'weather', parameters: {} } };
const unsupportedInChats = {
    tools: [aTool],
    tool_choice: 'required',
    functions: [aTool.function],
    function_call: { name: 'weather' },
    response_format: { type: 'json_object' },
    modalities: ['text', 'audio'],
    audio: { voice: 'alloy', format: 'mp3' },
    web_search_options: {},
    reasoning_effort: 'high',
    verbosity: 'low',
};
const unsupportedInTexts = { suffix: 'the end', echo: true, best_of: 2 };
const wrong = {
    temperature: 'hot',
    top_p: 2,
    n: 0,
    max_tokens: -1,
    max_completion_tokens: 1.5,
    stop: [1],
    seed: 'seven',
    logprobs: 'yes',
    top_logprobs: 3,
    logit_bias: { word: 1 },
    frequency_penalty: 3,
    presence_penalty: 'much',
    stream_options: { include_usage: true },
    messages: [],
};

for (const [field, value] of Object.entries({ ...unsupportedInChats, ...wrong })) {
    test(`refuses ${field} of a chat by name: ${JSON.stringify(value)}`, async () => {
        await assert.rejects(chat(story, { [field]: value }), refusal(field));
        if (field !== 'stream_options') {
            await assert.rejects(chat(story, { [field]: value, stream: true }), refusal(field));
        }
    });
}

for (const [field, value] of Object.entries(unsupportedInTexts)) {
    test(`refuses ${field} of a text by name: ${JSON.stringify(value)}`, async () => {
        await assert.rejects(completion(tale, { [field]: value }), refusal(field));
    });
}

test('refuses what is in messages by place', async () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const messages = [{ role: 'user', content: [image] }];
    await assert.rejects(chat(story, { messages }), refusal('messages[0].content'));
    const tool = [{ role: 'tool', tool_call_id: '1', content: 'rain' }];
    await assert.rejects(chat(story, { messages: tool }), refusal('messages[0].role'));
});

test('refuses a prompt that is longer than the context', async () => {
    const prompt = Array.from({ length: 600 }, () => tale.prompt_ids[0]);
    await assert.rejects(completion(tale, { prompt }), BadRequestError);
    await assert.rejects(completion(tale, { prompt, stream: true }), BadRequestError);
});

test('does not find models and routes that there are not', async () => {
    const unknown = codedError(NotFoundError, 404, 'model_not_found');
    await assert.rejects(chat(story, { model: 'gpt-5' }), unknown);
    await assert.rejects(chat(story, { model: 'gpt-5', stream: true }), unknown);
    await assert.rejects(
        client.embeddings.create({ model, input: 'text' }),
        codedError(NotFoundError, 404, 'unknown_route'),
    );
});

test('wants a key', async () => {
    const stranger = clientWith('some-key-that-nobody-has');
    const refused = codedError(AuthenticationError, 401, 'invalid_api_key');
    await assert.rejects(stranger.models.list(), refused);
    await assert.rejects(
        stranger.chat.completions.create({ model, messages: story.messages }),
        refused,
    );
});

test('refuses a body that is too large', async () => {
    const messages = [{ role: 'user', content: 'x'.repeat(1 << 20) }];
    await assert.rejects(chat(story, { messages }), codedError(APIError, 413, 'body_too_large'));
});
