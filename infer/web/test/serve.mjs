// A static server for the tests: the files of a folder, under the policy that the page promises to work with.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';

const KINDS = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm', svg: 'image/svg+xml', txt: 'text/plain' };
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";

/** Where the page is on the server: not at its root, so links that are not relative lead nowhere. */
const PLACE = '/some/where';

/** Serves the folder; `answers` are functions for what is no file. */
export const serve = async (folder, answers = {}) => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = pathname.startsWith(`${PLACE}/`) ? pathname.slice(PLACE.length) : '/none';
    const own = answers[path];
    if (own) return own(request, response);
    try {
      const file = normalize(path === '/' ? '/index.html' : path);
      const body = await readFile(join(folder, file));
      const type = KINDS[file.split('.').pop()] ?? 'application/octet-stream';
      return response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': POLICY }).end(body);
    } catch {
      return response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { address: `http://127.0.0.1:${server.address().port}${PLACE}/`, close: () => server.close() };
};
