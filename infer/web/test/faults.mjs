// What the page says of impossible cubes: the engine's verdict on each, and an offer that mends it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cube2x2x2, cube3x3x3 } from 'cubing/puzzles';
import { facelets } from '../dist/quarterturn/lib/kpattern.js';
import { faults } from '../src/cube/faults.js';
import { FACES, geometry, isCentre, named, solved } from '../src/cube/geometry.js';
import { repairs } from '../src/cube/repairs.js';
import { stickers } from '../src/cube/stickers.js';
import { setup } from './setup.mjs';

const { fresh } = setup();

/** Numbers below `most` that a seed determines. */
const draws = (seed) => (most) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * most);
};

const cubes = async (side, number) => {
  const draw = draws(side);
  const kpuzzle = await (side === 3 ? cube3x3x3 : cube2x2x2).kpuzzle();
  const moves = () => Array.from({ length: 30 }, () => 'URFDLB'[draw(6)] + ['', '2', "'"][draw(3)]).join(' ');
  return Array.from({ length: number }, () => facelets(kpuzzle.defaultPattern().applyAlg(moves())));
};

/** The cube with stickers `to` in place of `from`. */
const moved = (cube, from, to) => [...cube].map((colour, index) => (from.includes(index) ? cube[to[from.indexOf(index)]] : colour)).join('');

/** One thing wrong with a cube, by kind. */
const damages = (cube, side, draw) => {
  const { orbits, count } = geometry(side);
  const { CORNERS, EDGES } = orbits;
  const pick = (list) => list[draw(list.length)];
  const corner = pick(CORNERS).stickers;
  const other = pick(CORNERS.filter(({ stickers }) => stickers !== corner)).stickers;
  const [a, b] = [draw(count), draw(count)];
  const made = {
    twist: moved(cube, corner, [corner[1], corner[2], corner[0]]),
    mirror: moved(cube, corner, [corner[0], corner[2], corner[1]]),
    exchange: moved(cube, [a, b], [b, a]),
    change: cube.slice(0, a) + FACES[draw(6)] + cube.slice(a + 1),
    swap: moved(cube, [...corner, ...other], [...other, ...corner]),
  };
  if (EDGES) {
    const edge = pick(EDGES).stickers;
    made.flip = moved(cube, edge, [edge[1], edge[0]]);
  }
  // Centres are as they are: the page does not let them be painted.
  return Object.entries(made).filter(([, damaged]) => [...damaged].every((colour, i) => !isCentre(i, side) || colour === cube[i]));
};

for (const side of [3, 2]) {
  test(`cubes of ${side} layers: what moves make is possible; what is damaged has an offer that mends it`, async () => {
    const draw = draws(7);
    const kinds = new Set();
    for (const cube of await cubes(side, 60)) {
      assert.deepEqual(faults(cube, side), []);
      for (const [kind, damaged] of damages(cube, side, draw)) {
        const found = faults(damaged, side);
        if (found.length === 0) continue;
        kinds.add(kind);
        const [offer] = repairs(damaged, side);
        assert.ok(offer, `${kind}: ${damaged}`);
        // One offer mends it, or leaves less to mend.
        let [mended, left] = [damaged, found.length];
        while (left > 0) {
          const [next] = repairs(mended, side);
          assert.ok(next, `${kind}: no way from ${damaged}`);
          mended = next.facelets;
          assert.ok(faults(mended, side).length < left);
          left = faults(mended, side).length;
        }
      }
    }
    assert.ok(kinds.size >= (side === 3 ? 6 : 4), [...kinds].join());
  });
}

test('the engine refuses what the page calls impossible, and nothing else', async () => {
  const draw = draws(11);
  const all = (await cubes(3, 20)).flatMap((cube) => [cube, ...damages(cube, 3, draw).map(([, damaged]) => damaged)]);
  const { page, done } = await fresh();
  const accepted = await page.evaluate(async (all) => {
    const { Puzzle } = await import('./quarterturn/index.js');
    const cube = await Puzzle.named('cube3');
    return Promise.all(all.map((state) => cube.read(state).then(() => true, () => false)));
  }, all);
  assert.deepEqual(accepted, all.map((cube) => faults(cube, 3).length === 0));
  assert.ok(accepted.includes(true) && accepted.includes(false));
  await done();
});

test('a piece that was touched last is offered first', () => {
  const flipped = moved(solved(3), [7, 19], [19, 7]);
  assert.equal(repairs(flipped, 3)[0].text, 'Turn the edge UF round');
  assert.equal(repairs(flipped, 3, 28)[0].text, 'Turn the edge DF round');
  assert.equal(named(28, 3), 'D2');
});

test('a cube that is painted in part has only the faults that show already', () => {
  const part = solved(3).replaceAll('B', '.');
  assert.deepEqual(faults(part, 3), []);
  // Two opposite colours on one edge are seen at once.
  const opposite = [...part];
  [opposite[7], opposite[19]] = ['U', 'D'];
  assert.deepEqual(faults(opposite.join(''), 3).map(({ kind }) => kind), ['count', 'piece']);
});

test('stickers in other letters, with spaces, and as a net', () => {
  const cube = 'UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB';
  const others = cube.replace(/./g, (face) => 'wrgyob'[FACES.indexOf(face)]);
  assert.equal(stickers(others, 3), cube);
  assert.equal(stickers(others.replace(/(.{9})/g, '$1 '), 3), cube);
  const face = (nth, row) => cube.slice(nth * 9 + row * 3, nth * 9 + row * 3 + 3);
  const rows = [0, 1, 2];
  const net = [...rows.map((row) => `   ${face(0, row)}`), ...rows.map((row) => [4, 2, 1, 5].map((nth) => face(nth, row)).join('')), ...rows.map((row) => `   ${face(3, row)}`)];
  assert.equal(stickers(net.join('\n'), 3), cube);
  assert.equal(stickers("R U R' U'", 3), undefined);
});
