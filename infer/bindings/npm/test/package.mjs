// node package.mjs: the package as it is installed, in Node.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Alg } from 'cubing/alg';
import { cube2x2x2, cube3x3x3 } from 'cubing/puzzles';
import { Puzzle, SolveError, close, solve } from 'quarterturn';
import { solve as algorithm } from 'quarterturn/cubing';

const scramble = "R U2 F' L D' B2 U R' F D2 L' B";
const random = async (seed) => (await Puzzle.named('cube3')).random(seed);

test('an algorithm, and what it prints as', async () => {
  const answer = await solve("R U F'");
  assert.equal(`${answer}`, "F U' R'");
  assert.deepEqual(answer.moves, ['F', "U'", "R'"]);
  assert.deepEqual([answer.length, answer.qtm, answer.htm, answer.verified], [3, 3, 3, true]);
  assert.ok(answer.seconds > 0);
  assert.equal(answer.network, 'cube3-base');
  assert.equal(`${await solve('')}`, '');
});

test('the table of questions that every door is asked', async () => {
  const value = (text) => ({ yes: true, no: false })[text] ?? (Number.isNaN(Number(text)) ? text : Number(text));
  const named = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const table = readFileSync(new URL('questions.tsv', import.meta.url), 'utf8').trimEnd().split('\n');
  for (const line of table.filter((line) => !line.startsWith('#'))) {
    const [puzzle, settings, state, length, optimal, code, at] = line.split('\t');
    const pairs = settings.split(' ').filter(Boolean).map((pair) => pair.split('='));
    const options = { puzzle, ...Object.fromEntries(pairs.map(([name, text]) => [named(name), value(text)])) };
    if (code) {
      await assert.rejects(solve(state, options), { code, ...(at && { at: Number(at) }) }, line);
      continue;
    }
    const answer = await solve(state, options);
    assert.deepEqual([answer.length, answer.optimal], [Number(length), optimal === 'yes'], line);
  }
});

test('stickers, in both metrics', async () => {
  const cube = await Puzzle.named('cube3');
  const stickers = await cube.read(scramble);
  for (const metric of ['qtm', 'htm']) {
    const answer = await solve(stickers, { metric, width: 512 });
    assert.ok(await cube.isSolved(await cube.apply(stickers, answer.text)));
    assert.equal(answer.length, answer[metric]);
    assert.equal(answer.network, { qtm: 'cube3-base', htm: 'cube3-htm-base' }[metric]);
  }
});

test('prices of moves', async () => {
  for (const [price, moves, cost] of [[2, ["R'"], 2], [5, ['R', 'R', 'R'], 3], [Infinity, ['R', 'R', 'R'], 3]]) {
    const answer = await solve('R', { costs: { "R'": price }, width: 256 });
    assert.deepEqual([answer.moves, answer.cost], [moves, cost]);
  }
  assert.equal((await solve('R')).cost, undefined);
  await assert.rejects(solve('R', { costs: { Q: 2 } }), { code: 'unknown-move' });
  await assert.rejects(solve('R', { costs: { R: -1 } }), { code: 'no-cost' });
});

test('better ones come one after the other', async () => {
  const lengths = [];
  const answer = await solve(await random(2), {
    timeLimit: 60,
    targetLength: 26,
    onBetter: (better) => void lengths.push(better.length),
  });
  assert.ok(lengths.length > 0);
  assert.deepEqual(lengths, lengths.toSorted((a, b) => b - a));
  assert.equal(answer.length, lengths.at(-1));
});

test('a signal stops the search, and what was found stays', async () => {
  const stop = new AbortController();
  const answer = await solve(await random(3), { timeLimit: 60, signal: stop.signal, onBetter: () => void stop.abort() });
  assert.equal(answer.stopped, 'cancelled');
  assert.equal(answer.verified, true);
});

test('a signal where there is nothing yet rejects with its reason', async () => {
  const state = await random(4);
  const stop = new AbortController();
  const asked = solve(state, { search: 'bidirectional', signal: stop.signal, onProgress: () => void stop.abort('enough') });
  await assert.rejects(asked, (reason) => reason === 'enough');
  await assert.rejects(solve(state, { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('a callback that throws ends its search', async () => {
  const thrown = new Error('mine');
  const asked = solve(await random(3), { timeLimit: 60, onBetter: () => { throw thrown; } });
  await assert.rejects(asked, (error) => error === thrown);
});

test('one that waits is stopped without harm to the one before', async () => {
  const stop = new AbortController();
  // A short scramble would be proved shortest at once.
  const first = solve(await random(2), { timeLimit: 2 });
  const second = solve("R U F'", { signal: stop.signal });
  await new Promise((resolve) => setTimeout(resolve, 100));
  stop.abort();
  await assert.rejects(second, { name: 'AbortError' });
  assert.equal((await first).verified, true);
});

test('without shared memory a worker is ended and another started', async () => {
  const shared = globalThis.SharedArrayBuffer;
  globalThis.SharedArrayBuffer = undefined;
  try {
    const ring = await Puzzle.parse('turn:=(1,2,3,4,5); swap:=(1,2);');
    const answer = await solve(await random(5), { timeLimit: 60, onBetter: () => false });
    assert.equal(answer.stopped, 'cancelled');
    assert.equal(answer.verified, true);
    // The puzzle that the first worker knew is told to the next one.
    assert.equal((await solve('turn swap', { puzzle: ring })).verified, true);
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

test('puzzles by name and from bytes, with networks', async () => {
  const ring = await Puzzle.parse(new TextEncoder().encode('turn:=(1,2,3,4,5); swap:=(1,2);'));
  assert.equal(ring.order, 120n);
  assert.equal((await solve('turn swap turn', { puzzle: ring })).verified, true);
  const tiles = await Puzzle.named('puzzle15');
  assert.equal(tiles.network, 'puzzle15-base');
  assert.equal((await solve(await tiles.random(1), { puzzle: tiles, width: 256 })).verified, true);
  const file = new URL('networks/puzzle15-base.qtw', new URL('.', import.meta.resolve('quarterturn')));
  const given = await Puzzle.named('puzzle15', { network: readFileSync(file) });
  assert.equal(given.network, 'puzzle15-base');
});

test('errors have codes, places and hints', async () => {
  await assert.rejects(solve('R U Q'), (error) => error instanceof SolveError && error.at === 4 && error.hint.length > 0);
  await assert.rejects(solve('R', { puzzle: 'cube9' }), { code: 'unknown-puzzle' });
  await assert.rejects(solve(await random(6), { nodeLimit: 500 }), { code: 'nodes' });
  await assert.rejects(solve('R', { width: 2.5 }), { code: 'bad-option' });
});

test('what cannot be sent to the worker is refused, and later calls are answered', async () => {
  await assert.rejects(Puzzle.parse(Promise.resolve('')), { name: 'TypeError', message: /definition is a promise/ });
  await assert.rejects(solve('R', { puzzle: Puzzle.named('cube2') }), { name: 'TypeError', message: /name is a promise/ });
  await assert.rejects(solve(Promise.resolve('R')), { name: 'TypeError', message: /state is a promise/ });
  const cube = await Puzzle.named('cube3');
  await assert.rejects(cube.read(Promise.resolve('R')), TypeError);
  const asked = [
    solve('R', { width: () => 1 }),
    solve('R', { costs: { R: Symbol() } }),
    cube.random(Symbol()),
    Puzzle.named('cube2', { network: () => 1 }),
    solve("R U F'"),
  ];
  const settled = await Promise.allSettled(asked);
  for (const { reason } of settled.slice(0, 4)) assert.ok(reason instanceof TypeError, `${reason}`);
  assert.equal(settled[4].value.length, 3);
});

test('names, metrics and numbers that are none are refused', async () => {
  for (const puzzle of ['__proto__', 'constructor', 'toString']) {
    await assert.rejects(solve('R', { puzzle }), { code: 'unknown-puzzle' });
  }
  for (const metric of ['__proto__', 'stm', 3, null]) await assert.rejects(solve('R', { metric }), { code: 'metric' });
  const cube = await Puzzle.named('cube3');
  for (const seed of ['x', '1', -1, 0.5, NaN, Infinity, undefined, null, 2 ** 53]) {
    await assert.rejects(cube.random(seed), { code: 'bad-option' }, `${seed}`);
    await assert.rejects(cube.scramble(seed, 3), { code: 'bad-option' }, `${seed}`);
  }
  for (const length of [-1, 2.5, NaN, '3']) await assert.rejects(cube.scramble(1, length), { code: 'bad-option' }, `${length}`);
  for (const length of [1_000_001, 2 ** 31, 2 ** 32]) {
    await assert.rejects(cube.scramble(1, length), { code: 'out-of-range' }, `${length}`);
  }
  assert.equal((await cube.scramble(1, 3)).split(' ').length, 3);
});

test('patterns of cubing.js', async () => {
  const cube = await Puzzle.named('cube3');
  const kpuzzle = await cube3x3x3.kpuzzle();
  for (const text of ['R', 'U', "F' D2", "L B' R2 U F D' L2 B", scramble]) {
    const pattern = kpuzzle.defaultPattern().applyAlg(text);
    const found = await algorithm(pattern, { width: 256 });
    assert.ok(found instanceof Alg);
    const after = pattern.applyAlg(found);
    assert.ok(after.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true }), text);
    assert.equal(`${(await solve(pattern, { width: 256 })).verified}`, 'true');
    // Held in another way it is the same cube.
    const turned = pattern.applyAlg('y x');
    const again = turned.applyAlg(await algorithm(turned, { width: 256 }));
    assert.ok(again.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true }), text);
  }
  const small = (await cube2x2x2.kpuzzle()).defaultPattern().applyAlg("R U2 F'");
  const after = small.applyAlg(await algorithm(small, { width: 256 }));
  assert.ok(after.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true }));
  assert.equal(`${await algorithm(new Alg("R U F'"))}`, "F U' R'");
  assert.ok(cube.order > 4n * 10n ** 19n);
});

test('patterns and stickers by the rules of the engine', async () => {
  const cube = await Puzzle.named('cube3');
  for (const [name, loader] of [['cube3', cube3x3x3], ['cube2', cube2x2x2]]) {
    const { patternData } = (await loader.kpuzzle()).defaultPattern().applyAlg("R U2 F'");
    const written = await (await Puzzle.named(name)).kpattern("R U2 F'");
    for (const [orbit, { pieces, orientation }] of Object.entries(written)) {
      assert.deepEqual([pieces, orientation], [patternData[orbit].pieces, patternData[orbit].orientation], `${name} ${orbit}`);
    }
  }
  const flipped = 'UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB';
  const { stickers, faults, repairs } = await cube.inspect(flipped, 28);
  assert.deepEqual([stickers, faults[0].code, faults[0].stickers], [flipped, 'flipped-edge', [7, 19]]);
  assert.equal(repairs[0].what, 'flip the edge at DF (D2 F8)');
  assert.deepEqual((await cube.inspect(repairs[0].state)).faults, []);
  assert.equal(await cube.inspect('R U'), undefined);
  assert.match(await cube.warning('R X'), /rotation/);
  const tiles = await Puzzle.named('puzzle15');
  assert.deepEqual((await tiles.allowed(tiles.start)).toSorted(), ['D', 'R']);
  const answer = await solve('R', { puzzle: tiles, states: true });
  assert.equal(answer.states.at(-1), tiles.start);
});

test('options that are none are refused', async () => {
  for (const options of [{ wdith: 5 }, { timelimit: 0.1 }, { time_limit: 0.1 }, { toString: 1 }]) {
    await assert.rejects(solve('R U', options), { code: 'unknown-setting' }, `${Object.keys(options)}`);
  }
  assert.equal((await solve('R U', { width: undefined, wdith: undefined })).length, 2);
});

test('puzzles are freed', async () => {
  const definition = 'turn:=(1,2,3,4,5); swap:=(1,2);';
  for (let count = 0; count < 300; count++) {
    const ring = await Puzzle.parse(definition);
    if (count % 100 === 0) assert.equal((await solve('turn swap', { puzzle: ring })).length, 2);
    ring.free();
    await assert.rejects(ring.read('turn'), { code: 'freed' });
  }
  const cube = await Puzzle.named('cube3');
  cube.free();
  assert.notEqual(await Puzzle.named('cube3'), cube);
  assert.equal((await solve("R U F'")).length, 3);
});

test('the worker starts again after it was closed', async () => {
  close();
  assert.equal((await solve("R U F'")).length, 3);
});
