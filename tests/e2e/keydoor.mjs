// SPDX-License-Identifier: GPL-3.0-or-later
// A door to a hub for programs that can send no key: passes everything on as it is,
// Host included, and adds the key. Usage: node keydoor.mjs URL KEY
import http from 'node:http';

const [url, key] = [new URL(process.argv[2]), process.argv[3]];
const door = http.createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    const onward = http.request(
        { host: url.hostname, port: url.port, path: request.url, method: request.method, headers },
        (answer) => {
            response.writeHead(answer.statusCode, answer.headers);
            response.flushHeaders();
            answer.pipe(response);
        });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
});
door.listen(0, 'localhost', () => console.log(`ready http://localhost:${door.address().port}${url.pathname}`));
