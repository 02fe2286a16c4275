// node browser.mjs CHROMIUM: the package as it is installed, in a browser, without a bundler.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const kinds = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
const root = fileURLToPath(new URL('node_modules/quarterturn/', import.meta.url));
const page = '<!doctype html><title>quarterturn</title><script type="module" src="/page.js"></script>';
const script = "import * as quarterturn from '/index.js'; window.quarterturn = quarterturn;";
const worker = "import { solve } from '/index.js'; onmessage = (e) => solve(e.data).then(String, String).then(postMessage);";
const made = { '/': page, '/isolated': page, '/page.js': script, '/own-worker.js': worker };

// A page that is isolated may share memory with its worker; others may not.
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

let server, browser, address;
before(async () => {
  server = createServer(async ({ url }, response) => {
    try {
      const body = made[url] ?? (await readFile(root + url));
      const type = kinds[url.split('.').pop()] ?? (made[url] ? 'text/html' : 'application/octet-stream');
      const headers = url === '/' ? {} : isolation;
      response.writeHead(200, { 'Content-Type': type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({
    executablePath: process.argv[2],
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
});
after(async () => {
  await browser?.close();
  server.close();
});

const open = async (path) => {
  const page = await browser.newPage();
  await page.goto(address + path);
  await page.waitForFunction(() => 'quarterturn' in window);
  return page;
};

for (const path of ['/', '/isolated']) {
  test(`an answer, while the page goes on (${path})`, async () => {
    const page = await open(path);
    assert.equal(await page.evaluate(() => crossOriginIsolated), path === '/isolated');
    const { text, verified, ticks } = await page.evaluate(async () => {
      let ticks = 0;
      const clock = setInterval(() => ticks++, 10);
      const { text, verified } = await quarterturn.solve("R U F'", { timeLimit: 0.5 });
      clearInterval(clock);
      return { text, verified, ticks };
    });
    assert.deepEqual([text, verified], ["F U' R'", true]);
    assert.ok(ticks > 5, `${ticks} ticks`);
    await page.close();
  });

  test(`a stopped search keeps what it has found, and the next one works (${path})`, async () => {
    const page = await open(path);
    const [stopped, next] = await page.evaluate(async () => {
      const cube = await quarterturn.Puzzle.named('cube3');
      const stop = new AbortController();
      const asked = { timeLimit: 60, signal: stop.signal, onBetter: () => void stop.abort() };
      const answer = await quarterturn.solve(await cube.random(1), asked);
      return [answer, await quarterturn.solve("R U F'", { timeLimit: 0.2 })];
    });
    assert.equal(stopped.stopped, 'cancelled');
    assert.equal(stopped.verified, true);
    assert.equal(next.text, "F U' R'");
    await page.close();
  });
}

test('a network comes when it is asked for, a puzzle from bytes', async () => {
  const page = await open('/');
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const [tiles, ring] = await page.evaluate(async () => {
    const tiles = await quarterturn.Puzzle.named('puzzle15');
    const ring = await quarterturn.Puzzle.parse('turn:=(1,2,3,4,5); swap:=(1,2);');
    return [
      await quarterturn.solve(await tiles.scramble(1, 20), { puzzle: tiles, width: 256 }),
      await quarterturn.solve('turn swap', { puzzle: ring }),
    ];
  });
  assert.equal(tiles.network, 'puzzle15-base');
  assert.ok(tiles.verified && ring.verified);
  assert.deepEqual(asked.filter((path) => path.endsWith('.qtw')), ['/networks/puzzle15-base.qtw']);
  await page.close();
});

test('an impossible cube is refused with its code', async () => {
  const page = await open('/');
  const code = await page.evaluate(() => quarterturn.solve('R U Q').catch((error) => error.code));
  assert.equal(code, await page.evaluate(() => quarterturn.solve('Q').catch((error) => error.code)));
  assert.notEqual(code, 'internal');
  await page.close();
});

test('in a worker of the page', async () => {
  const page = await open('/');
  const text = await page.evaluate(() => new Promise((resolve, reject) => {
    const worker = new Worker('/own-worker.js', { type: 'module' });
    worker.onerror = reject;
    worker.onmessage = (event) => resolve(event.data);
    worker.postMessage("R U F'");
  }));
  assert.equal(text, "F U' R'");
  await page.close();
});
