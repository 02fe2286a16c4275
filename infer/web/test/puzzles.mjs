// The puzzles that are no cubes, and those of files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setup } from './setup.mjs';

const { fresh } = setup();
const RING = 'turn:=(1,2,3,4,5); swap:=(1,2);';

/** The state at the end of the answer, as the page's own playback draws it. */
const ended = async (page) => {
  await page.click('#last');
  await page.waitForFunction(() => document.querySelector('#moves li:last-child [aria-current]'));
};

/** Drops a file of that text on the page. */
const drop = (page, text, name) =>
  page.evaluate(
    ([text, name]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [text, name],
  );

test('tiles slide by clicks and keys, and are solved', async () => {
  const { page, choose, solve, state, reached, done } = await fresh();
  await choose('puzzle15');
  await page.click('.tile:has-text("14")');
  await reached('1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15');
  await page.keyboard.press('ArrowDown');
  await reached('1 2 3 4 5 6 7 8 9 0 11 12 13 10 14 15');
  // A tile that is not in the blank's row or column stays.
  await page.click('.tile:has-text("15")');
  assert.equal(await state(), '1 2 3 4 5 6 7 8 9 0 11 12 13 10 14 15');
  assert.deepEqual(await solve(), ['U', 'L', 'L']);
  await ended(page);
  assert.equal(await page.locator('.tile.home').count(), 15);
  await done();
});

test('an impossible board is refused as the engine says it', async () => {
  const { page, choose, type, done } = await fresh();
  await choose('puzzle15');
  await type('1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0');
  await page.waitForSelector('#problem:not([hidden])');
  assert.match(await page.textContent('#problem'), /two tiles are swapped.*Next: .*the blank first/s);
  await done();
});

test('lights are pressed, or switched alone', async () => {
  const { page, choose, solve, state, reached, done } = await fresh();
  await choose('lightsout3');
  await page.click('.light:nth-child(1)');
  await reached('110100000');
  assert.deepEqual(await solve(), ['1,1']);
  await ended(page);
  assert.equal(await page.locator('.light[aria-pressed=true]').count(), 0);
  await page.check('text=a click switches one light alone');
  const before = await state();
  await page.click('.light:nth-child(5)');
  await reached(`${before.slice(0, 4)}${1 - before[4]}${before.slice(5)}`);
  await done();
});

test('Sokoban is played with keys and solved from there', async () => {
  const { page, choose, type, solve, reached, done } = await fresh();
  await choose('sokoban');
  await type('#######\n#@ $ .#\n#######');
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('state') === '#######/#@-$-.#/#######');
  await page.focus('.board.sokoban');
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await reached('#######/#--@$.#/#######');
  assert.deepEqual(await solve(), ['r']);
  await ended(page);
  assert.equal(await page.locator('.cell.box.done').count(), 1);
  await done();
});

for (const [name, buttons] of [['pyraminx', ['U', 'l', 'R']], ['tetraminx', ['U', 'B']], ['megaminx', ['BR', "DL'"]], ['cube4', ['2U', 'R']]]) {
  test(`${name} is drawn, turned by its buttons, and solved`, async () => {
    const { page, choose, type, solve, state, done } = await fresh({ permissions: ['clipboard-read', 'clipboard-write'] });
    const isSolved = () =>
      page.evaluate(async () => {
        const { kpuzzle, patternData } = await document.querySelector('twisty-player').experimentalModel.currentPattern.get();
        return JSON.stringify(patternData) === JSON.stringify(kpuzzle.defaultPattern().patternData);
      });
    const settled = () => page.waitForFunction(() => !document.querySelector('#last').disabled);
    await choose(name);
    for (const [nth, move] of buttons.entries()) {
      await page.click(`.moves button >> text="${move}"`);
      await page.waitForFunction((moves) => new URLSearchParams(location.hash.slice(1)).get('state') === moves, buttons.slice(0, nth + 1).join(' '));
    }
    assert.equal(await isSolved(), false);
    assert.equal((await solve()).length, buttons.length);
    await settled();
    await ended(page);
    assert.equal(await isSolved(), true);
    // A list of stickers, which the player cannot draw before there is an answer.
    await page.click('#copy-state');
    const list = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(list, /^\d+ \d+ /);
    await type(list);
    await page.waitForSelector('text=A list of stickers is drawn when it is solved.');
    assert.equal(await state(), list);
    assert.equal((await solve()).length, buttons.length);
    assert.equal(await isSolved(), false);
    await ended(page);
    assert.equal(await isSolved(), true);
    await done();
  });
}

test('a puzzle is dropped, shown, turned and solved', async () => {
  const { page, solve, done } = await fresh();
  await drop(page, RING, 'ring.gap');
  await page.waitForSelector('body[data-ready=own]');
  assert.equal(await page.locator('#puzzle option:checked').textContent(), 'ring.gap');
  const solved = await page.textContent('.board.text output');
  await page.click('.moves button:has-text("swap")');
  await page.waitForFunction((before) => document.querySelector('.board.text output').textContent !== before, solved);
  const swapped = await page.textContent('.board.text output');
  await page.click('.moves button >> text="turn"');
  await page.waitForFunction((before) => document.querySelector('.board.text output').textContent !== before, swapped);
  const moves = await solve();
  assert.ok(moves.length > 0);
  await ended(page);
  await page.waitForFunction((expected) => document.querySelector('.board.text output').textContent === expected, solved);
  await done();
});

test('a file that defines no puzzle is refused with the formats', async () => {
  const { page, done } = await fresh();
  await drop(page, 'no puzzle', 'letter.txt');
  await page.waitForSelector('#problem:not([hidden])');
  assert.match(await page.textContent('#problem'), /this defines no puzzle; a puzzle is read from a GAP file/);
  await done();
});

test('a link has puzzle, state and settings, and a puzzle of a file too', async () => {
  const { page, choose, state, done } = await fresh();
  await choose('lightsout4');
  const solved = await state();
  await page.click('.light:nth-child(6)');
  await page.waitForFunction((solved) => !location.hash.includes(`state=${solved}`), solved);
  await page.fill('#seconds', '7');
  await page.press('#seconds', 'Tab');
  await page.waitForFunction(() => location.hash.includes('time=7'));
  const again = await fresh({ hash: new URL(page.url()).hash });
  assert.equal(await again.page.inputValue('#puzzle'), 'lightsout4');
  assert.equal(await again.page.inputValue('#seconds'), '7');
  assert.equal(await again.state(), await state());
  await again.done();
  await drop(page, RING, 'ring.gap');
  await page.waitForSelector('body[data-ready=own]');
  await page.click('.moves button:has-text("swap")');
  await page.waitForFunction(() => location.hash.includes('state=1+0') && location.hash.includes('own='));
  const own = await fresh({ hash: new URL(page.url()).hash });
  assert.equal(await own.page.locator('#puzzle option:checked').textContent(), 'ring.gap');
  assert.equal(await own.state(), await state());
  assert.deepEqual(await own.solve(), ['swap']);
  await own.done();
  await done();
});
