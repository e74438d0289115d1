import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, model } from './setup.js';

test('lists models', async () => {
    const models = [];
    for await (const each of client.models.list()) {
        models.push(each);
    }
    assert.deepEqual(models.map((each) => each.id), [model]);
    assert.equal(models[0].object, 'model');
    assert.equal(models[0].owned_by, 'boltmesh');
    assert.ok(models[0].created > 1_700_000_000);
    assert.deepEqual(await client.models.retrieve(model), models[0]);
});
