// SPDX-License-Identifier: GPL-3.0-or-later
// The hub as an agent sees it: the official TypeScript SDK over Streamable HTTP
// against the built program. Usage: node sdk.mjs ANCHORHOLD_CLI CLIENTS_FOLDER
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { accessKey, load, startHub } from './hub.mjs';

const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = await load('@modelcontextprotocol/sdk/client/streamableHttp.js');

async function connect(url, key = accessKey) {
    const client = new Client({ name: 'end-to-end', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(url),
        { requestInit: { headers: { authorization: `Bearer ${key}` } } });
    await client.connect(transport);
    return client;
}

/** Calls a tool; the answer must say the same as text and as structured content. */
async function call(client, name, args) {
    const result = await client.callTool({ name, arguments: args });
    const answer = JSON.parse(result.content[0].text);
    assert.deepEqual(result.structuredContent, answer);
    return { answer, isError: result.isError === true };
}

async function succeed(client, name, args) {
    const { answer, isError } = await call(client, name, args);
    assert.ok(!isError, `${name} failed: ${JSON.stringify(answer)}`);
    return answer;
}

const memories = {
    backup: { content: '데이터베이스는 매일 새벽 세 시에 백업하고 사본을 이레 동안 보관한다.', topic: 'database', type: 'procedure' },
    deploy: { content: 'Deployments to production happen on Tuesdays after the review meeting.', topic: 'deployment', type: 'decision' },
    editor: { content: '사용자는 탭보다 공백 네 칸 들여쓰기를 좋아한다.', topic: 'style', type: 'preference' },
    gateway: { content: 'The gateway answered 502 because the upstream port was 8080 instead of 15001.', topic: 'nginx', type: 'error' },
    gatewayFix: { content: 'Set the upstream port to 15001 in nginx.conf and reload to cure the 502 answers.', topic: 'nginx', type: 'procedure' },
    identifier: { content: 'REDIS_SENTINEL_ENABLED was unset, so the cache client refused to start.', topic: 'cache', type: 'fact' },
};
const ids = {};
let data;
let hub;
let client;

before(async () => {
    data = await mkdtemp(join(tmpdir(), 'anchorhold-e2e-'));
    hub = await startHub(data);
    client = await connect(hub.url);
});

after(async () => {
    hub?.kill();
    await rm(data, { recursive: true, force: true });
});

const recall = (args) => succeed(client, 'recall', { excludeSeen: false, ...args });

describe('an agent on the official SDK', { concurrency: false }, () => {
    test('is told what the hub offers', async () => {
        assert.equal(typeof client.getServerVersion().name, 'string');
        const { tools } = await client.listTools();
        const names = tools.map((tool) => tool.name);
        for (const name of ['remember', 'recall', 'context', 'forget', 'amend', 'link'])
            assert.ok(names.includes(name), `${name} is not listed`);
        for (const tool of tools) {
            assert.equal(tool.inputSchema.type, 'object');
            assert.ok(tool.description.length > 20, `${tool.name} is not described`);
        }
        assert.ok(JSON.stringify(tools).length < 24 * 1024, 'the list of tools is too long for an agent');
    });

    test('is refused with a wrong key', async () => {
        await assert.rejects(connect(hub.url, 'not-the-key'));
    });

    test('stores memories in Korean and English', async () => {
        for (const [name, memory] of Object.entries(memories)) {
            const answer = await succeed(client, 'remember', memory);
            assert.equal(answer.success, true);
            assert.match(answer.id, /^frag-/);
            ids[name] = answer.id;
        }
        assert.equal(new Set(Object.values(ids)).size, Object.keys(memories).length);
    });

    test('is told when a memory is too long or has no topic', async () => {
        await assert.rejects(client.callTool({ name: 'remember', arguments: { ...memories.deploy, content: 'x'.repeat(4001) } }),
            (error) => error.code === -32602);
        const { topic, ...withoutTopic } = memories.deploy;
        const outcome = await client.callTool({ name: 'remember', arguments: withoutTopic }).catch((error) => error);
        assert.ok(outcome.isError === true || outcome.code === -32602);
    });

    const questions = [
        ['a Korean sentence', { text: '데이터베이스 백업은 언제 하나요?' }, 'backup'],
        ['Korean words with other particles', { text: '들여쓰기에 공백을 쓰는가' }, 'editor'],
        ['an English sentence', { text: 'When do we deploy to production?' }, 'deploy'],
        ['an identifier', { keywords: ['REDIS_SENTINEL_ENABLED'] }, 'identifier'],
        ['a keyword and a type', { keywords: ['nginx', '502'], type: 'procedure' }, 'gatewayFix'],
    ];
    for (const [what, args, expected] of questions) {
        test(`finds the right memory first by ${what}`, async () => {
            const answer = await recall(args);
            assert.equal(answer.fragments[0]?.id, ids[expected]);
            assert.equal(answer.fragments[0].content, memories[expected].content);
        });
    }

    test('links an error to its cure and sees the link in a recall', async () => {
        const answer = await succeed(client, 'link', { fromId: ids.gateway, toId: ids.gatewayFix, relationType: 'resolved_by' });
        assert.equal(answer.linked, true);
        const { fragments } = await recall({ keywords: ['502'], type: 'error' });
        const linked = fragments.find((fragment) => fragment.id === ids.gateway).linked;
        assert.ok(linked.some((link) => link.id === ids.gatewayFix && link.relation_type === 'resolved_by'));
    });

    test('amends a memory in place', async () => {
        const content = 'Deployments to production happen on Thursdays after the review meeting.';
        await succeed(client, 'amend', { id: ids.deploy, content });
        const { fragments } = await recall({ text: 'deployments on Thursdays' });
        assert.equal(fragments[0].id, ids.deploy);
        assert.equal(fragments[0].content, content);
    });

    test('gets preferences, errors and procedures as context', async () => {
        const reader = await connect(hub.url);
        const answer = await succeed(reader, 'context', { tokenBudget: 2000 });
        const found = answer.fragments.map((fragment) => fragment.id);
        assert.ok(found.includes(ids.editor), 'the preference is missing');
        assert.ok(answer.injectionText.includes(memories.editor.content));
        await reader.close();
    });

    test('forgets, once', async () => {
        const first = await succeed(client, 'forget', { id: ids.identifier, force: true });
        assert.equal(first.deleted, 1);
        const { fragments } = await recall({ keywords: ['REDIS_SENTINEL_ENABLED'] });
        assert.ok(!fragments.some((fragment) => fragment.id === ids.identifier), 'a forgotten memory came back');
        const second = await call(client, 'forget', { id: ids.identifier, force: true });
        assert.equal(second.isError, true);
        assert.equal(second.answer.deleted, 0);
    });

    test('leaves in the middle of a call without harm to others', async () => {
        for (let i = 0; i < 20; ++i) {
            const leaving = new AbortController();
            const request = fetch(hub.url, {
                method: 'POST',
                signal: leaving.signal,
                headers: {
                    authorization: `Bearer ${accessKey}`,
                    'content-type': 'application/json',
                    accept: 'application/json, text/event-stream',
                    'mcp-session-id': client.transport.sessionId,
                },
                body: JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call',
                    params: { name: 'recall', arguments: { text: 'when do we deploy' } } }),
            });
            setTimeout(() => leaving.abort(), i % 4);
            await request.then((response) => response.text()).catch((error) => assert.equal(error.name, 'AbortError'));
        }
        await client.ping();
        assert.equal((await recall({ text: 'deployments' })).fragments[0].id, ids.deploy);
    });

    test('ends its session', async () => {
        const session = client.transport.sessionId;
        await client.transport.terminateSession();
        const response = await fetch(hub.url, {
            method: 'POST',
            headers: {
                authorization: `Bearer ${accessKey}`,
                'content-type': 'application/json',
                accept: 'application/json, text/event-stream',
                'mcp-session-id': session,
            },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
        });
        assert.equal(response.status, 404);
        await client.close();
    });

    test('finds everything again after the hub was stopped and started', async () => {
        assert.equal(await hub.stop(), 0);
        hub = await startHub(data);
        client = await connect(hub.url);
        assert.equal((await recall({ text: '데이터베이스 백업' })).fragments[0].id, ids.backup);
        await client.close();
        assert.equal(await hub.stop(), 0);
    });
});
