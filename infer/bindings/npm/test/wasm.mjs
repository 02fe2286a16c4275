// node wasm.mjs FOLDER CHECK REPOSITORY: the program by itself, and what quarterturn-wasm-check made. One thread, no worker.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const [folder, checks, repository] = process.argv.slice(2);
const load = async (from) => {
  const program = await import(`${from}/quarterturn.js`);
  program.initSync({ module: readFileSync(`${from}/quarterturn_bg.wasm`) });
  return program;
};
const [wasm, check] = [await load(folder), await load(checks)];

const network = (name) => new Uint8Array(readFileSync(`${repository}/weights/${name}.qtw`));
const scramble = "R U2 F' L D' B2 U R' F D2 L' B";
const named = (name) => wasm.Puzzle.named(name);
const solver = (puzzle, ...rest) => new wasm.Solver(puzzle, ...rest);

/** Solves, and makes sure of the answer by the puzzle's own moves. */
const solved = (puzzle, solver, state, asked) => {
  const answer = solver.solve(state, asked);
  assert.equal(answer.verified, true);
  assert.ok(puzzle.isSolved(puzzle.apply(state, answer.text)));
  return answer;
};

test('networks and searches say what they say everywhere', () => {
  assert.equal(wasm.kernel(), 'simd128');
  // Of one family, the first is the usual one.
  const names = ['cube3-base', 'cube2-base', 'cube3-htm-base', 'cube3-micro', 'puzzle15-base', 'puzzle24-base', 'puzzle35-base',
    'puzzle48-base', 'lightsout7-base', 'sokoban-base'];
  assert.equal(check.signature(names.map(network)), 'e102dd2bcd1a1632');
});

test('the kernels are equal', () => {
  for (const name of ['cube3-base', 'cube3-micro', 'puzzle24-base', 'sokoban-base']) {
    assert.deepEqual(check.differingKernels(network(name), 5000), [], name);
  }
});

test('every puzzle has an answer', () => {
  const puzzles = { cube3: undefined, 'cube3-htm': 'cube3-htm-base', cube2: 'cube2-base', puzzle15: 'puzzle15-base', puzzle24: 'puzzle24-base',
    puzzle35: 'puzzle35-base', puzzle48: 'puzzle48-base', lightsout5: undefined, lightsout7: 'lightsout7-base', sokoban: 'sokoban-base' };
  for (const [name, file] of Object.entries(puzzles)) {
    const puzzle = named(name);
    const state = puzzle.read(name === 'sokoban' ? puzzle.random(3) : puzzle.scramble(3, 12));
    const one = solver(puzzle, file && network(file));
    solved(puzzle, one, state, one.network ? { width: 256 } : {});
  }
});

test('every search has an answer', () => {
  const puzzle = named('cube3');
  const one = solver(puzzle);
  for (const search of ['beam', 'bwas', 'qstar', 'gbfs', 'mcts', 'mcts-naive', 'ida', 'greedy', 'bidirectional']) {
    solved(puzzle, one, "R U F'", { search });
  }
  const lights = named('lightsout5');
  solved(lights, solver(lights), lights.random(1), { search: 'direct' });
  assert.throws(() => one.solve("R U F'", { search: 'magic' }), (error) => error.code === 'unknown-search');
});

test('limits end a search, and say so', () => {
  const puzzle = named('cube3');
  const one = solver(puzzle);
  assert.equal(one.solve(puzzle.random(1), { timeLimit: 0.5 }).stopped, 'time');
  // Nothing can be shorter, so the time is not used.
  const proven = solved(puzzle, one, "R U F'", { timeLimit: 60 });
  assert.deepEqual([proven.stopped, proven.optimal], ['solved', true]);
  assert.equal(one.solve(puzzle.random(1), { nodeLimit: 1000 }).stopped, 'nodes');
  assert.equal(one.solve(puzzle.random(1), { search: 'bidirectional', memoryLimit: 1 << 20 }).stopped, 'memory');
  assert.throws(() => one.solve(scramble, { memoryLimit: 2 ** 40 }), (error) => error.code === 'too-much-memory');
});

test('a callback stops a search, and its solution stays', () => {
  const puzzle = named('cube3');
  const one = solver(puzzle);
  let better;
  const found = solved(puzzle, one, scramble, { timeLimit: 60, onBetter: (it) => ((better = it), false) });
  assert.equal(found.stopped, 'cancelled');
  assert.equal(found.text, better.text);
  let told = 0;
  const none = one.solve(puzzle.random(1), { search: 'bidirectional', onProgress: () => ++told < 2 });
  assert.equal(none.stopped, 'cancelled');
  assert.equal(none.text, undefined);
  const thrown = one.solve(puzzle.random(1), { search: 'ida', onProgress: () => { throw new Error('no'); } });
  assert.equal(thrown.stopped, 'cancelled');
});

test('a puzzle from bytes', () => {
  const puzzle = wasm.Puzzle.parse(new TextEncoder().encode('turn:=(1,2,3,4,5); swap:=(1,2);'));
  assert.equal(puzzle.order, '120');
  assert.deepEqual(puzzle.moves.filter((name) => !name.endsWith("'")), ['turn', 'swap']);
  solved(puzzle, solver(puzzle), 'turn swap turn', {});
  assert.throws(() => wasm.Puzzle.parse(new Uint8Array([1, 2, 3])), (error) => typeof error.code === 'string');
});

test('a network from bytes', () => {
  const puzzle = named('cube3');
  const micro = solver(puzzle, network('cube3-micro'));
  assert.equal(micro.network, 'cube3-micro');
  solved(puzzle, micro, scramble, { width: 512 });
  assert.throws(() => solver(puzzle, network('puzzle15-base')), Error);
  assert.throws(() => solver(puzzle, new Uint8Array(100)), (error) => error.code === 'weight-file');
});

test('what is no state is refused with its place', () => {
  const puzzle = named('cube3');
  assert.throws(() => solver(puzzle).solve('R U Q', {}), (error) => error.at === 4 && error.code.length > 0);
  assert.throws(() => named('cube9'), (error) => error.code === 'unknown-puzzle');
});
