// Measures this package beside others that solve the 3×3×3 cube, on the same random cubes:
//
//   infer/bindings/npm/pack
//   npm install --prefix FOLDER target/npm/quarterturn-*.tgz cubing@0.63.4 cubejs@1.3.2
//   node infer/bindings/npm/figures.mjs FOLDER [COUNT]
//
// Prints a row for each solver: the seconds of its start with the first cube, then of each further one, and mean lengths.
// Each runs in a process of its own.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, count = '100', only] = process.argv.slice(2);
const require = createRequire(join(resolve(folder), 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const seconds = () => performance.now() / 1000;

/** The moves that undo an algorithm. */
const inverse = (text) => text.split(' ').reverse().map((move) => (move.endsWith('2') ? move : move.endsWith("'") ? move[0] : `${move}'`)).join(' ');

const solvers = {
  'quarterturn, 1 s': async () => {
    const { solve } = await load('quarterturn');
    return async ({ state }) => `${await solve(state, { timeLimit: 1 })}`;
  },
  'quarterturn, face turns, 1 s': async () => {
    const { solve } = await load('quarterturn');
    return async ({ state }) => `${await solve(state, { timeLimit: 1, metric: 'htm' })}`;
  },
  'quarterturn, first answer': async () => {
    const { solve } = await load('quarterturn');
    return async ({ state }) => {
      let first;
      await solve(state, { timeLimit: 10, onBetter: (better) => { first ??= `${better}`; return false; } });
      return first;
    };
  },
  cubing: async () => {
    const { cube3x3x3 } = await load('cubing/puzzles');
    const { experimentalSolve3x3x3IgnoringCenters } = await load('cubing/search');
    const kpuzzle = await cube3x3x3.kpuzzle();
    return async ({ moves }) => `${await experimentalSolve3x3x3IgnoringCenters(kpuzzle.defaultPattern().applyAlg(moves))}`;
  },
  cubejs: async () => {
    const Cube = require('cubejs');
    Cube.initSolver();
    return async ({ moves }) => {
      const cube = new Cube();
      cube.move(moves);
      return cube.solve();
    };
  },
};

/** The same random cubes in the forms that the solvers take: stickers, and moves that lead there. */
async function cubes() {
  const { Puzzle, solve } = await load('quarterturn');
  const cube3 = await Puzzle.named('cube3');
  const all = [];
  for (let seed = 0; seed < Number(count); seed++) {
    const state = await cube3.random(seed);
    all.push({ state, moves: inverse(`${await solve(state, { width: 1024 })}`) });
  }
  return all;
}

async function measure(name, all) {
  const begun = seconds();
  const solve = await solvers[name]();
  const answers = [await solve(all[0])];
  const ready = seconds();
  for (const cube of all.slice(1)) answers.push(await solve(cube));
  const each = (seconds() - ready) / (all.length - 1);
  const turns = answers.map((text) => text.trim().split(/\s+/));
  const mean = (of) => (turns.reduce((sum, moves) => sum + of(moves), 0) / turns.length).toFixed(2);
  const quarter = mean((moves) => moves.reduce((sum, move) => sum + (move.includes('2') ? 2 : 1), 0));
  return `| ${name} | ${(ready - begun).toFixed(3)} | ${each.toFixed(3)} | ${quarter} | ${mean((moves) => moves.length)} |`;
}

if (only) {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  console.log(await measure(only, JSON.parse(text)));
} else {
  const input = JSON.stringify(await cubes());
  console.log('| solver | start and first cube, s | each further cube, s | quarter turns | face turns |\n|---|---|---|---|---|');
  for (const name of Object.keys(solvers)) {
    // `cubing` exports nothing to `require.resolve` but under this condition.
    const options = ['--conditions=import', process.argv[1], folder, count, name];
    process.stdout.write(execFileSync(process.execPath, options, { input }));
  }
}
process.exit();
