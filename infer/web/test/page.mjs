// The page as a whole: accessibility, keyboard, phone, dark, offline, and a server behind it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { setup } from './setup.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 360, height: 740 };

/** A server as `quarterturn serve` is one: it knows one scramble, and remembers what it was asked. */
const asked = [];
let served = false;
const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const solution = { solution: "F U' R'", length: 3, quarter_turns: 3, half_turns: 3, seconds: 0.01 };
const answers = {
  '/api/puzzles': (_, response) => {
    if (!served) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"puzzles":[{"name":"cube3"}]}');
  },
  '/api/solve/stream': async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push(JSON.parse(body));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const longer = { ...solution, solution: "F U' R2 R", length: 5, quarter_turns: 5, half_turns: 4 };
    response.write(event('better', longer) + event('progress', { seconds: 0.01, share: 0.5, generated: 9 }));
    response.end(event('better', solution) + event('done', { ...solution, stopped: 'solved' }));
  },
};
const { fresh, address } = setup(answers);

/** What axe finds, by name and place. */
const violations = async (page) => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
};

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in ${colorScheme} colours, whatever is on the page`, async () => {
    const { page, choose, type, solve, done } = await fresh({ colorScheme, bypassCSP: true });
    await type("R U F'");
    await solve(0.2);
    await page.click('#prices summary');
    assert.deepEqual(await violations(page), []);
    await type('UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB');
    await page.waitForSelector('.offer');
    assert.deepEqual(await violations(page), []);
    for (const name of ['cube2', 'puzzle15', 'puzzle48', 'lightsout5', 'sokoban', 'pyraminx', 'skewb']) {
      await choose(name);
      assert.deepEqual(await violations(page), [], name);
    }
    await done();
  });
}

test('the keyboard alone: a scramble, an answer, a sticker', async () => {
  const { page, searching, done } = await fresh();
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.className);
  const tab = async (until) => {
    for (let i = 0; i < 60 && !(await focused()).includes(until); i++) await page.keyboard.press('Tab');
    assert.ok((await focused()).includes(until), `no way to ${until} by Tab`);
  };
  await tab('text');
  await page.keyboard.type("R U F'");
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('state=') && !location.hash.includes('UUUUUUUUU'));
  await tab('go');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#answer:not([hidden])');
  await searching();
  assert.equal((await page.locator('#moves button').allTextContents()).join(' '), "F U' R'");
  await page.focus('#last');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#moves li:last-child [aria-current]'));
  await page.focus('#theme');
  await tab('sticker');
  const label = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.match(await label(), /^U1: /);
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.match(await label(), /^F2: /);
  await page.keyboard.press('b');
  assert.match(await label(), /^F2: blue/);
  await page.keyboard.press('4');
  assert.match(await label(), /^F2: yellow/);
  await page.keyboard.press('Control+z');
  assert.match(await label(), /^F2: blue/);
  await done();
});

test('on a phone nothing is wider than the screen', async () => {
  const { page, choose, solve, done } = await fresh({ viewport: PHONE });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  const names = await page.locator('#puzzle option:not([hidden])').evaluateAll((all) => all.map(({ value }) => value));
  assert.equal(names.length, 21);
  for (const name of names) {
    await choose(name);
    assert.equal(await width(), PHONE.width, name);
  }
  await choose('puzzle15');
  await page.click('#random');
  await page.waitForFunction(() => !location.hash.includes('state=1+2+3+4+5+6'));
  await solve(1);
  assert.equal(await width(), PHONE.width);
  await done();
});

test('dark as the system has it, and by the switch, which is remembered', async () => {
  const { page, done } = await fresh({ colorScheme: 'dark' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.click('#theme');
  const light = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await ground(), light);
  await page.click('#theme');
  assert.equal(await ground(), dark);
  await done();
});

test('it works without a network after it was there once', async () => {
  const { page, context, type, solve, done } = await fresh({ serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  // What came before the service worker did is asked for once more.
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await type("R U F'");
  await solve(0.2);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await type("R U F' D");
  assert.equal((await solve(0.2)).length, 4);
  await done();
});

test('the switch to a server is there only where a server is, and it answers', async () => {
  const without = await fresh();
  assert.equal(await without.page.isVisible('#where'), false);
  await without.done();
  served = true;
  const { page, type, solve, done } = await fresh();
  await page.waitForSelector('#where:not([hidden])');
  await type("R U F'");
  await page.check('[name=where][value=server]');
  await page.click('#prices summary');
  await page.fill('[aria-label="Price of R"]', '2');
  await page.check('[aria-label="D cannot be made"]');
  assert.deepEqual(await solve(2), ['F', "U'", "R'"]);
  assert.match(await page.getAttribute('.strip svg', 'aria-label'), /5 after .*, 3 after/);
  const moves = { R: 2, "R'": 2, D: 'inf', "D'": 'inf' };
  const state = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('state'));
  assert.deepEqual(asked, [{ puzzle: 'cube3', state, time_limit: 2, costs: { moves } }]);
  served = false;
  await done();
});

test('the licences of what is inside come with it', async () => {
  const text = await (await fetch(`${address()}LICENSES.txt`)).text();
  for (const part of ['cubing 0', 'three 0', 'Mozilla Public License', 'wasm-bindgen']) assert.ok(text.includes(part), part);
});

test('moves, state and link are copied; Twizzle is a link and nothing else', async () => {
  const { page, type, solve, done } = await fresh({ permissions: ['clipboard-read', 'clipboard-write'] });
  await type("R U F'");
  await solve(0.2);
  const copied = async (name) => {
    await page.evaluate(() => (document.getElementById('live').textContent = ''));
    await page.click(`text=${name}`);
    await page.waitForFunction(() => document.getElementById('live').textContent === 'Copied.');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied('Copy moves'), "F U' R'");
  assert.match(await copied('Copy state'), /^[URFDLB]{54}$/);
  assert.equal(await copied('Copy link'), page.url());
  const twizzle = new URL(await page.getAttribute('#twizzle', 'href'));
  assert.equal(twizzle.searchParams.get('alg'), "F U' R'");
  await done();
});

test('a search whose time is too short for an answer goes on until it has one', async () => {
  const { page, solve, done } = await fresh();
  await page.click('#random');
  await page.waitForFunction(() => !location.hash.includes('UUUUUUUUU'));
  await page.evaluate(() => document.getElementById('seconds').removeAttribute('min'));
  assert.ok((await solve(0.001)).length > 10);
  await done();
});

test('a new state ends the search that runs', async () => {
  const { page, type, state, searching, done } = await fresh();
  await page.click('#random');
  await page.waitForFunction(() => !location.hash.includes('UUUUUUUUU'));
  await page.fill('#seconds', '600');
  await page.click('#go');
  await page.waitForSelector('#answer:not([hidden])');
  await type('U');
  await searching();
  await page.waitForFunction(() => document.getElementById('answer').hidden);
  assert.match(await state(), /^U{9}B{3}/);
  await done();
});
