// SPDX-License-Identifier: GPL-3.0-or-later
// The hub as command-line clients of others see it: the official Inspector in three
// eras, mcporter and mcpc. Usage: node commandlines.mjs ANCHORHOLD_CLI CLIENTS_FOLDER
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { accessKey, clients, startHub } from './hub.mjs';

let folder;
let hub;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anchorhold-commands-'));
    hub = await startHub(join(folder, 'data'));
});

after(async () => {
    hub?.kill();
    await rm(folder, { recursive: true, force: true });
});

/** Runs a script with a home of its own. */
const run = (script, args) => new Promise((resolve) => {
    const environment = { ...process.env, HOME: folder, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    execFile(process.execPath, [join(clients, 'node_modules', script), ...args],
        { env: environment, timeout: 90_000, maxBuffer: 1 << 24 }, (error, out, errors) => {
            resolve({ code: error ? error.code ?? error.signal : 0, out, errors });
        });
});

async function succeed(script, args) {
    const { code, out, errors } = await run(script, args);
    assert.equal(code, 0, `${args.join(' ')}: ${errors}${out}`);
    return out;
}

const header = `Authorization: Bearer ${accessKey}`;

describe('the Inspector', { concurrency: false }, () => {
    const script = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';
    for (const era of ['legacy', 'auto', 'modern']) {
        const options = () => ['--cli', hub.url, '--stored-auth-only', '--format', 'json', '-q', '--transport', 'http',
            '--protocol-era', era, '--header', header];
        const ask = (method, ...more) => run(script, [...options(), '--method', method, ...more]);
        test(`finds nothing to complain of (${era})`, { timeout: 120_000 }, async () => {
            for (const [method, ...more] of [['tools/list', '--strict'], ['resources/list'],
                ['resources/templates/list'], ['prompts/list'],
                ['tools/call', '--tool-name', 'memory_stats', '--tool-args-json', '{}']]) {
                const { code, out, errors } = await ask(method, ...more);
                assert.equal(code, 0, `${method}: ${errors}${out}`);
            }
            const { code } = await ask('tools/call', '--tool-name', 'no_such_tool');
            assert.equal(code, 5); // an error of the tool
        });
        test(`calls 200 times, ten at once (${era})`, { timeout: 120_000 }, async () => {
            const { code, out, errors } = await ask('tools/call', '--tool-name', 'memory_stats', '--tool-args-json', '{}',
                '--load', '--load-requests', '200', '--load-concurrency', '10');
            assert.equal(code, 0, `${errors}${out}`);
        });
    }
});

describe('mcporter', { concurrency: false }, () => {
    test('lists and calls', { timeout: 60_000 }, async () => {
        const config = join(folder, 'mcporter.json');
        await writeFile(config, JSON.stringify({ mcpServers: { hub: { baseUrl: hub.url,
            headers: { Authorization: `Bearer ${accessKey}` } } } }));
        const listed = JSON.parse(await succeed('mcporter/dist/cli.js', ['--config', config, 'list', 'hub', '--json']));
        assert.equal(listed.status, 'ok');
        assert.equal(listed.tools.length, 20);
        const answer = JSON.parse(await succeed('mcporter/dist/cli.js', ['--config', config, 'call', 'hub.remember',
            'content=Told by a client of the command line', 'topic=commands', 'type=fact', '--output', 'json']));
        assert.equal(answer.success, true);
    });
});

describe('mcpc', { concurrency: false }, () => {
    test('connects, lists, calls and closes', { timeout: 60_000 }, async () => {
        const mcpc = (...args) => succeed('@apify/mcpc/dist/cli/index.js', args);
        const session = '@anchorhold-test';
        const connected = JSON.parse(await mcpc('--json', 'connect', hub.url, session, '--header', header));
        assert.equal(connected.serverInfo.name, 'anchorhold');
        assert.equal(JSON.parse(await mcpc('--json', session, 'tools-list')).length, 20);
        const answer = JSON.parse(await mcpc('--json', session, 'tools-call', 'remember',
            'content:=Told by another client of the command line', 'topic:=commands', 'type:=fact'));
        assert.equal(answer.structuredContent.success, true);
        await mcpc('close', session);
    });
});
