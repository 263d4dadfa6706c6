// SPDX-License-Identifier: GPL-3.0-or-later
// A hub for one test file, and the packages of the clients' folder.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

export const [program, clients] = process.argv.slice(2).map((path) => resolve(path));
export const accessKey = 'end-to-end-access-key-0123456789';

const resolver = createRequire(join(clients, 'package.json'));

/** A package's module, as an ES module where it is one beside another kind. */
export function load(name) {
    const found = resolver.resolve(name).replace('/dist/cjs/', '/dist/esm/');
    const module = ['.mjs', '.js', '.cjs'].map((end) => found.replace(/\.c?js$/, end)).find(existsSync);
    return import(pathToFileURL(module));
}

/** Starts the hub on a free port; `url` is what its ready line says. */
export async function startHub(data) {
    const child = spawn(program, ['serve', '--data', data, '--port', '0', '--access-key', accessKey],
        { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const output = createInterface({ input: child.stdout });
    const timeout = setTimeout(() => child.kill('SIGKILL'), 20_000);
    let url;
    for await (const line of output) {
        url = /^ready (http:\/\/127\.0\.0\.1:\d+\/mcp)$/.exec(line)?.[1];
        if (url)
            break;
    }
    clearTimeout(timeout);
    child.stdout.resume();
    assert.ok(url, 'the hub printed no ready line');
    return {
        url,
        async stop() {
            child.kill('SIGTERM');
            const [code, signal] = await exited;
            return signal ?? code;
        },
        kill: () => child.kill('SIGKILL'),
    };
}
