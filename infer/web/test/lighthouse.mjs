// node lighthouse.mjs LIGHTHOUSE CHROMIUM: Lighthouse's audit of accessibility, which must find nothing.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from './serve.mjs';

const [lighthouse, chromium] = process.argv.slice(2);
const server = await serve(fileURLToPath(new URL('../dist', import.meta.url)));
const flags = '--chrome-flags=--headless --no-sandbox --disable-gpu --enable-unsafe-swiftshader --disable-background-networking';
const asked = [server.address, '--quiet', '--output=json', '--only-categories=accessibility', flags];
const { stdout } = await promisify(execFile)(lighthouse, asked, {
  env: { ...process.env, CHROME_PATH: chromium },
  maxBuffer: 2 ** 27,
});
server.close();
const { categories, audits, runtimeError } = JSON.parse(stdout);
assert.equal(runtimeError, undefined);
const failed = Object.values(audits).filter(({ score }) => score !== null && score < 1);
assert.deepEqual(failed.map(({ id, title }) => `${id}: ${title}`), []);
console.log(`Lighthouse: accessibility ${100 * categories.accessibility.score}`);
