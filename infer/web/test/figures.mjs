// node figures.mjs CHROMIUM [CUBES]: how large the page is, and how fast it is in Chromium. Asserts nothing.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { open, start } from './open.mjs';
import { serve } from './serve.mjs';

const [chromium, cubes = 10] = process.argv.slice(2);
const dist = fileURLToPath(new URL('../dist', import.meta.url));

const kind = (path) => {
  if (path.endsWith('.qtw')) return 'networks, loaded when asked for';
  if (path.endsWith('.wasm')) return 'WebAssembly with cube3-base';
  if (path.startsWith('quarterturn')) return 'its JavaScript';
  return path === 'LICENSES.txt' ? 'licences' : 'the page and cubing.js';
};
const sizes = {};
for (const file of await readdir(dist, { recursive: true, withFileTypes: true })) {
  if (!file.isFile()) continue;
  const path = join(file.parentPath, file.name);
  const size = (sizes[kind(relative(dist, path))] ??= { files: 0, bytes: 0, compressed: 0 });
  const bytes = await readFile(path);
  size.files++;
  size.bytes += bytes.length;
  size.compressed += gzipSync(bytes, { level: 9 }).length;
}
console.table(sizes);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const server = await serve(dist);
const browser = await start(chromium);
const loaded = [];
const answered = [];
for (let i = 0; i < Number(cubes); i++) {
  const before = performance.now();
  const { page, context } = await open(browser, server.address);
  loaded.push(performance.now() - before);
  await page.waitForTimeout(1000);
  await page.click('#random');
  await page.waitForFunction(() => !location.hash.includes('UUUUUUUUU'));
  const taken = await page.evaluate(() => {
    const started = performance.now();
    const answer = document.getElementById('answer');
    document.getElementById('go').click();
    return new Promise((resolve) => {
      new MutationObserver(() => !answer.hidden && resolve(performance.now() - started)).observe(answer, { attributes: true });
    });
  });
  answered.push(taken);
  await context.close();
}
await browser.close();
server.close();
const line = (name, times) => console.log(`${name}: median ${median(times).toFixed(0)} ms, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`);
line('from the address to a page that can be used', loaded);
line('from Solve to the first answer on the page', answered);
