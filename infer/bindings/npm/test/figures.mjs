// node figures.mjs WHO [COUNT]: one solver on random cubes that are the same for all, in a process of its own. Prints a row.
//
// WHO is cubing, cubejs, or quarterturn-qtm-WIDTH or quarterturn-htm-WIDTH. To be run where quarterturn, cubing and cubejs are installed.
// The row: quarter turns, turns of a face, processor seconds of the first answer with all that comes before it, and of each later one.
// Those depend less than wall-clock time on what else the machine does; they count compilers and collectors of garbage too.

const [who, count = 100] = process.argv.slice(2);

/** The cubes, as stickers. They are made by quarterturn, before the clock starts. */
const cubes = await (async () => {
  const { Puzzle, close } = await import('quarterturn');
  const cube = await Puzzle.named('cube3');
  const states = await Promise.all(Array.from({ length: Number(count) }, (_, seed) => cube.random(seed)));
  close();
  return states;
})();

/** Each makes a function from stickers to an algorithm. What it does before the first answer belongs to that one's time. */
const solvers = {
  quarterturn: async (metric, width) => {
    const { solve } = await import('quarterturn');
    return async (state) => `${await solve(state, { metric, width: Number(width) })}`;
  },
  cubejs: async () => {
    const { default: Cube } = await import('cubejs');
    Cube.initSolver();
    return (state) => Cube.fromString(state).solve();
  },
  cubing: async () => {
    const { experimentalSolve3x3x3IgnoringCenters } = await import('cubing/search');
    const { cube3x3x3 } = await import('cubing/puzzles');
    const { KPattern } = await import('cubing/kpuzzle');
    const kpuzzle = await cube3x3x3.kpuzzle();
    const { Puzzle } = await import('quarterturn');
    const cube = await Puzzle.named('cube3');
    const solved = kpuzzle.defaultPattern().patternData;
    return async (state) => {
      const pattern = new KPattern(kpuzzle, { ...solved, ...(await cube.kpattern(state)) });
      return `${await experimentalSolve3x3x3IgnoringCenters(pattern)}`;
    };
  },
};

const turns = (text) => text.split(/\s+/).filter(Boolean);
const quarters = (text) => turns(text).reduce((sum, turn) => sum + (turn.includes('2') ? 2 : 1), 0);
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const [name, ...rest] = who.split('-');
const began = spent();
const solve = await solvers[name](...rest);
const [first, ...others] = cubes;
const answers = [await solve(first)];
const start = spent() - began;
const later = spent();
for (const cube of others) answers.push(await solve(cube));
const each = (spent() - later) / others.length;
const { Puzzle, close } = await import('quarterturn');
const cube = await Puzzle.named('cube3');
for (const [nth, answer] of answers.entries()) {
  const state = await cube.apply(cubes[nth], answer);
  if (!(await cube.isSolved(state))) throw new Error(`${who}: ${answer} does not solve cube ${nth}`);
}
close();
const figures = [mean(answers.map(quarters)), mean(answers.map((text) => turns(text).length)), start, each];
console.log(`| ${who} | ${figures.map((figure) => figure.toFixed(figure < 10 ? 3 : 2)).join(' | ')} |`);
process.exit();
