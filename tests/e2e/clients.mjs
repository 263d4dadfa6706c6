// SPDX-License-Identifier: GPL-3.0-or-later
// The hub through every transport and revision of the official SDKs, the LangChain
// adapter, and the official memory server beside it.
// Usage: node clients.mjs ANCHORHOLD_CLI CLIENTS_FOLDER
import assert from 'node:assert/strict';
import http from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { accessKey, clients, load, program, startHub } from './hub.mjs';

const sdk1 = await load('@modelcontextprotocol/sdk/client/index.js');
const { SSEClientTransport } = await load('@modelcontextprotocol/sdk/client/sse.js');
const stdio1 = await load('@modelcontextprotocol/sdk/client/stdio.js');
const sdk2 = await load('@modelcontextprotocol/client');
const stdio2 = await load('@modelcontextprotocol/client/stdio');
const { MultiServerMCPClient } = await load('@langchain/mcp-adapters');

const authorization = { authorization: `Bearer ${accessKey}` };
let data;
let hub;

before(async () => {
    data = await mkdtemp(join(tmpdir(), 'anchorhold-clients-'));
    hub = await startHub(data);
});

after(async () => {
    hub?.kill();
    await rm(data, { recursive: true, force: true });
});

const bridge = () => ({ command: program, args: ['stdio', '--data', data, '--no-start'], stderr: 'inherit' });
const ownTools = 20;

/** Switches the optional tools while the hub runs, and waits until there are `more` of them. */
async function switchToolSets(more, ...sets) {
    await writeFile(join(data, 'settings.json'), JSON.stringify({ mcp: { toolSets: sets } }));
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {} };
    const request = { method: 'POST', headers: { ...authorization, 'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }) };
    for (let tries = 0; tries < 100; ++tries) {
        const { result } = await (await fetch(hub.url, request)).json();
        if (result.tools.length === ownTools + more)
            return;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.fail('the tool sets were not switched');
}

/** What every client can do: list, call, fail, read. */
async function use(client) {
    assert.equal((await client.listTools()).tools.length, ownTools);
    const stored = await client.callTool({ name: 'remember', arguments: {
        content: `Seen by a client at ${process.hrtime.bigint()}`, topic: 'clients', type: 'fact' } });
    assert.equal(stored.structuredContent.success, true);
    await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), (error) => error.code === -32602);
    const { resources } = await client.listResources();
    const read = await client.readResource({ uri: resources[0].uri });
    assert.equal(read.contents[0].uri, resources[0].uri);
    await assert.rejects(client.readResource({ uri: 'memory://nothing' }),
        (error) => error.code === -32002 || error.code === -32602);
    assert.equal((await client.listPrompts()).prompts.length, 3);
    const completed = await client.complete({ ref: { type: 'ref/prompt', name: 'retrieve-relevant-memory' },
        argument: { name: 'topic', value: 'cli' } });
    assert.deepEqual(completed.completion.values, ['clients']);
}

describe('SDK 1', { concurrency: false }, () => {
    const client = () => new sdk1.Client({ name: 'clients-1', version: '1' });

    test('over server-sent events, with the key in the address alone', async () => {
        const one = client();
        await one.connect(new SSEClientTransport(new URL(hub.url.replace('/mcp', `/sse?accessKey=${accessKey}`))));
        await use(one);
        await one.close();
    });

    test('over standard input and output, through the bridge', async () => {
        const one = client();
        await one.connect(new stdio1.StdioClientTransport(bridge()));
        await use(one);
        await one.close();
    });
});

describe('SDK 2', { concurrency: false }, () => {
    const client = (mode) => new sdk2.Client({ name: 'clients-2', version: '1' }, { versionNegotiation: {
        mode, probe: { timeoutMs: 5000 } } });
    const overHttp = () => new sdk2.StreamableHTTPClientTransport(new URL(hub.url), {
        requestInit: { headers: authorization } });

    for (const [name, mode, era] of [['chooses the newest era', 'auto', 'modern'],
        ['keeps to the newest era', { pin: '2026-07-28' }, 'modern'], ['speaks the old era', 'legacy', 'legacy']]) {
        test(name, async () => {
            const one = client(mode);
            await one.connect(overHttp());
            assert.equal(one.getProtocolEra(), era);
            await use(one);
            await one.close();
        });
        test(`${name}, through the bridge`, async () => {
            const one = client(mode);
            await one.connect(new stdio2.StdioClientTransport(bridge()));
            assert.equal(one.getProtocolEra(), era);
            await use(one);
            await one.close();
        });
    }

    test('hears of tools that are switched on while the hub runs', async () => {
        const one = client('auto');
        await one.connect(overHttp());
        const heard = new Promise((resolve) => {
            one.setNotificationHandler('notifications/tools/list_changed', resolve);
        });
        const subscription = await one.listen({ toolsListChanged: true });
        await switchToolSets(2, 'search-fetch');
        await heard;
        const { tools } = await one.listTools(undefined, { cacheMode: 'refresh' });
        assert.deepEqual(tools.slice(ownTools).map((tool) => tool.name), ['search', 'fetch']);
        await subscription.close();
        await one.close();
        await switchToolSets(0);
    });
});

describe('LangChain', () => {
    test('converts every schema and calls', async () => {
        const adapter = new MultiServerMCPClient({ throwOnLoadError: true, prefixToolNameWithServerName: false,
            mcpServers: { hub: { transport: 'http', url: hub.url, headers: authorization } } });
        const tools = await adapter.getTools();
        assert.equal(tools.length, ownTools);
        const answer = await tools.find((tool) => tool.name === 'memory_stats').invoke({});
        assert.ok(JSON.stringify(answer).includes('total'));
        await adapter.close();
    });
});

describe('an answer whose connection breaks', () => {
    const headers = { ...authorization, 'content-type': 'application/json',
        accept: 'application/json, text/event-stream' };

    /** Events until `enough` says so; then the connection is cut. */
    const events = (method, extra, body, enough) => new Promise((resolve, reject) => {
        const request = http.request(hub.url, { method, headers: { ...headers, ...extra } }, (response) => {
            let rest = '';
            const seen = [];
            const done = () => {
                request.destroy();
                resolve({ seen, headers: response.headers });
            };
            response.on('data', (bytes) => {
                rest += bytes;
                for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
                    const field = (name) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(rest.slice(0, end))?.[1];
                    seen.push({ id: field('id'), data: field('data') });
                    rest = rest.slice(end + 2);
                    if (enough(seen.at(-1)))
                        return done();
                }
            });
            response.on('end', done);
            response.on('error', () => {});
        });
        request.on('error', reject);
        request.end(body && JSON.stringify({ jsonrpc: '2.0', ...body }));
    });

    test('comes once when the client comes back', { timeout: 20_000 }, async () => {
        const begun = await events('POST', {}, { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25',
            capabilities: {}, clientInfo: { name: 'resume', version: '1' } } }, () => false);
        const session = { 'mcp-session-id': begun.headers['mcp-session-id'] };
        const call = { id: 42, method: 'tools/call', params: { name: 'memory_stats', arguments: {},
            _meta: { progressToken: 'p' } } };
        const cut = await events('POST', session, call, (event) => event.id);
        assert.equal(cut.seen[0].data, '');
        const isAnswer = (event) => event.data && JSON.parse(event.data).id === 42;
        const rest = await events('GET', { ...session, accept: 'text/event-stream', 'last-event-id': cut.seen[0].id },
            undefined, isAnswer);
        assert.equal(rest.seen.filter(isAnswer).length, 1);
        const again = await events('GET', { ...session, accept: 'text/event-stream', 'last-event-id': rest.seen.at(-1).id },
            undefined, () => true);
        assert.equal(again.seen.filter(isAnswer).length, 0);
    });
});

describe('the tools of the official memory server', { concurrency: false }, () => {
    const entity = (name, entityType, ...observations) => ({ name, entityType, observations });
    const relation = (from, relationType, to) => ({ from, relationType, to });
    const script = [
        ['create_entities', { entities: [entity('Anna', 'person', 'Speaks Spanish', 'Plays chess'), entity('Bo', 'dog')] }],
        ['create_entities', { entities: [entity('Anna', 'robot', 'Speaks Klingon'), entity('서울', '도시', '크다')] }],
        ['create_relations', { relations: [relation('Anna', 'owns', 'Bo'), relation('Anna', 'lives in', '서울'),
            relation('Bo', 'longs for', 'the sea')] }],
        ['create_relations', { relations: [relation('Anna', 'owns', 'Bo'), relation('Anna', 'feeds', 'Bo')] }],
        ['add_observations', { observations: [{ entityName: 'Bo', contents: ['Barks', 'Sleeps a lot'] },
            { entityName: 'Anna', contents: ['Plays chess', 'x → y (z): "q" \\'] }] }],
        ['add_observations', { observations: [{ entityName: 'Nobody', contents: ['Is not there'] }] }],
        ['read_graph', {}],
        ['search_nodes', { query: 'SPANISH' }],
        ['search_nodes', { query: 'o' }],
        ['search_nodes', { query: 'nothing of the kind' }],
        ['open_nodes', { names: ['Bo', 'bo', 'Nobody'] }],
        ['delete_observations', { deletions: [{ entityName: 'Bo', observations: ['Barks', 'Meows'] }] }],
        ['delete_relations', { relations: [relation('Anna', 'feeds', 'Bo'), relation('Bo', 'feeds', 'Anna')] }],
        ['read_graph', {}],
        ['delete_entities', { entityNames: ['Anna', 'Nobody'] }],
        ['read_graph', {}],
    ];

    /** The JSON that a text is, or the text: deletions are told in a sentence. */
    function parsed(text) {
        try {
            return JSON.parse(text);
        } catch {
            return text;
        }
    }

    async function play(transport) {
        const client = new sdk1.Client({ name: 'parity', version: '1' });
        await client.connect(transport);
        await client.listTools(); // from here on the client checks answers against the schemas
        const answers = [];
        try {
            for (const [name, args] of script) {
                const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
                answers.push(isError ? [name, 'failed'] : [name, structuredContent, parsed(content[0].text)]);
            }
            const read = await client.readResource({ uri: 'memory://knowledge-graph' });
            answers.push(parsed(read.contents[0].text));
        } finally {
            await client.close();
        }
        return answers;
    }

    test('answer alike', async () => {
        await switchToolSets(9, 'knowledge-graph');
        const server = join(clients, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js');
        const theirs = await play(new stdio1.StdioClientTransport({ command: process.execPath, args: [server],
            env: { ...process.env, MEMORY_FILE_PATH: join(data, 'theirs.jsonl') }, stderr: 'ignore' }));
        const ours = await play(new stdio1.StdioClientTransport(bridge()));
        assert.deepEqual(ours, theirs);
        await switchToolSets(0);
    });
});
