// Cubes: scrambles, painting, what is impossible, and playing answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cube2x2x2, cube3x3x3 } from 'cubing/puzzles';
import { setup } from './setup.mjs';

const { fresh } = setup();
const SCRAMBLE = "R U2 F' L D' B2";
const FLIPPED = 'UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB';
const SOLVED = 'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB';

/** Whether moves after a scramble solve, by cubing.js. */
const solves = async (scramble, moves, loader = cube3x3x3) => {
  const pattern = (await loader.kpuzzle()).defaultPattern().applyAlg(scramble).applyAlg(moves.join(' '));
  return pattern.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true });
};

/** The player's own pattern, now. */
const playerSolved = (page) =>
  page.evaluate(async () => {
    const pattern = await document.querySelector('twisty-player').experimentalModel.currentPattern.get();
    return pattern.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true });
  });

/** Waits until just these stickers are marked. */
const marks = (page, expected) =>
  page.waitForFunction((expected) => [...document.querySelectorAll('.sticker.wrong')].map(({ dataset }) => Number(dataset.index)).join() === expected, expected.join());
const marked = (page) => page.locator('.sticker.wrong').evaluateAll((all) => all.map((sticker) => Number(sticker.dataset.index)));

test('a scramble is shown, solved, and played to its end', async () => {
  const { page, type, solve, done } = await fresh();
  await type(SCRAMBLE);
  const moves = await solve();
  assert.equal(await solves(SCRAMBLE, moves), true);
  assert.match(await page.textContent('#counts'), /^8 quarter turns · 6 face turns/);
  assert.match(await page.getAttribute('.strip svg', 'aria-label'), /^Length over time: .* 8 after/);
  assert.match(await page.textContent('#live'), /^Solved: 8 quarter turns/);
  await page.waitForFunction(() => !document.querySelector('#last').disabled);
  assert.equal(await playerSolved(page), false);
  await page.click('#last');
  await page.waitForFunction(() => document.querySelector('#moves li:last-child [aria-current]'));
  assert.equal(await playerSolved(page), true);
  await page.click('#moves li:nth-child(2) button');
  await page.waitForFunction(() => document.querySelector('#moves li:nth-child(2) [aria-current]'));
  await page.click('#next');
  await page.waitForFunction(() => document.querySelector('#moves li:nth-child(3) [aria-current]'));
  await page.click('#back');
  await page.waitForFunction(() => document.querySelector('#moves li:nth-child(2) [aria-current]'));
  assert.equal(await playerSolved(page), false);
  await done();
});

test('what is typed is solved without showing it first, in face turns too', async () => {
  const { page, solve, done } = await fresh();
  await page.fill('#text', SCRAMBLE);
  await page.check('[name=metric][value=htm]');
  const moves = await solve(1);
  assert.equal(await solves(SCRAMBLE, moves), true);
  assert.match(await page.textContent('#said'), /^6 face turns/);
  await done();
});

test('the 2×2×2 cube', async () => {
  const { choose, type, solve, done } = await fresh();
  await choose('cube2');
  await type("R F U' R2");
  assert.equal(await solves("R F U' R2", await solve(), cube2x2x2), true);
  await done();
});

test('a net is read', async () => {
  const { type, state, page, done } = await fresh();
  await type(['   OWB', '   BWB', '   BOB', 'WOOWGWRRRYBG', 'WOOWGWRRRYBG', 'WYYOBBOOYGGG', '   GYY', '   GYY', '   RRR'].join('\n'));
  await page.waitForFunction(() => document.querySelector('.sticker').textContent === 'L');
  assert.equal(await state(), 'LUBBUBBLBRRRRRRLLDUFUUFULBBFDDFDDRRRULLULLUDDDBFDBFFFF');
  await done();
});

test('an impossible cube has its stickers marked, an offer mends it, and it is solved', async () => {
  const { page, type, solve, done } = await fresh();
  await type(FLIPPED);
  await marks(page, [7, 19]);
  const said = await page.textContent('#problem');
  assert.match(said, /the edge UF is flipped \(U8 F2\)/);
  assert.match(said, /Next: take one edge out and put it back the other way round/);
  await page.click('#go');
  assert.match(await page.textContent('#problem'), /no cube looks like that/);
  assert.match(await page.textContent('.faults'), /the edge UF is flipped \(U8 F2\)/);
  // The sticker that the keyboard is on says which of the pieces that would serve comes first.
  assert.deepEqual((await page.locator('.offer').allTextContents()).length, 3);
  await page.click('text=flip the edge at UF (U8 F2)');
  await marks(page, []);
  assert.equal(await page.isVisible('#problem'), false);
  await page.click('#undo, .tools button:has-text("Undo")');
  await marks(page, [7, 19]);
  await page.click('.tools button:has-text("Redo")');
  await marks(page, []);
  assert.deepEqual(await solve(), []);
  assert.equal(await page.textContent('#counts'), 'It is solved already.');
  await done();
});

test('stickers are painted by mouse; two that were exchanged are found', async () => {
  const { page, type, state, reached, done } = await fresh();
  await type("R'");
  await page.waitForFunction(() => document.querySelectorAll('.sticker')[2].textContent === 'B');
  const before = await state();
  const [u8, u9] = [7, 8].map((index) => page.locator(`.sticker[data-index="${index}"]`));
  assert.deepEqual([await u8.textContent(), await u9.textContent()], ['U', 'B']);
  await page.click('.swatch:has-text("B")');
  await u8.click();
  assert.equal(await page.textContent('.swatch:has([value=B]) .count'), '10/9');
  await page.click('.swatch:has([value=U])');
  await u9.click();
  assert.equal(await page.textContent('.swatch:has([value=B]) .count'), '9/9');
  await page.click('text=exchange U8 and U9');
  await reached(before);
  assert.deepEqual(await marked(page), []);
  await done();
});

test('a stroke of the mouse paints several stickers and is undone at once', async () => {
  const { page, done } = await fresh();
  const box = (index) => page.locator(`.sticker[data-index="${index}"]`).boundingBox();
  const [from, to] = [await box(18), await box(20)];
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 12 });
  await page.mouse.up();
  assert.equal(await page.textContent('.swatch:has([value=U]) .count'), '12/9');
  await page.click('.tools button:has-text("Undo")');
  assert.equal(await page.textContent('.swatch:has([value=U]) .count'), '9/9');
  await done();
});

test('a finger paints', async () => {
  const { page, done } = await fresh({ hasTouch: true, viewport: { width: 360, height: 740 } });
  await page.tap('.swatch:has([value=R])');
  await page.tap('.sticker[data-index="0"]');
  assert.equal(await page.textContent('.swatch:has([value=R]) .count'), '10/9');
  await done();
});

test('an error of the notation is shown with its place and the next step', async () => {
  const { page, type, done } = await fresh();
  await type('R U Q');
  await page.waitForSelector('#problem:not([hidden])');
  const said = await page.textContent('#problem');
  assert.match(said, /'Q' is not a move/);
  assert.match(said, /R U Q\n {4}\^/);
  assert.match(said, /Next: moves are U R F D L B/);
  await done();
});

test('a search is stopped and keeps its answer', async () => {
  const { page, type, searching, done } = await fresh();
  await page.click('#random');
  await page.waitForFunction((solved) => !location.hash.includes(solved), SOLVED);
  await page.fill('#seconds', '60');
  await page.click('#go');
  await page.waitForSelector('#answer:not([hidden])');
  await page.click('#go');
  await searching();
  assert.match(await page.textContent('#said'), /stopped/);
  assert.ok((await page.locator('#moves button').count()) > 10);
  await done();
});

test('a robot that cannot turn D gets an answer without it, with its price', async () => {
  const { page, solve, done } = await fresh();
  await page.fill('#text', "R U2 D F' L2");
  await page.click('#prices summary');
  await page.check('[aria-label="D cannot be made"]');
  const moves = await solve(4);
  assert.equal(await solves("R U2 D F' L2", moves), true);
  assert.ok(!moves.some((move) => move.startsWith('D')), moves.join(' '));
  assert.match(await page.textContent('#counts'), /cost \d+/);
  await done();
});
