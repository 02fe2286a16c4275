// The puzzles that have a picture here. Their names are the engine's.
const cube = (name, side, title) => ({ name, title, group: 'Cubes', board: 'cube', side, twisty: `${side}x${side}x${side}` });
const tiles = (side) => ({
  name: `puzzle${side * side - 1}`,
  title: `${side * side - 1} tiles`,
  group: 'Sliding tiles',
  board: 'tiles',
  side,
});
const lights = (side) => ({
  name: `lightsout${side}`,
  title: `Lights Out ${side}×${side}`,
  group: 'Lights Out',
  board: 'lights',
  side,
});

/** A twisty puzzle, with cubing.js's name for it where that has the same moves. Random states are that many moves away. */
const twisty = (name, title, scramble, drawn) => ({
  name,
  title,
  group: 'Twisty puzzles',
  board: drawn ? 'twisty' : 'text',
  twisty: drawn,
  scramble,
});

export const PUZZLES = [
  cube('cube3', 3, 'Cube 3×3×3'),
  cube('cube2', 2, 'Cube 2×2×2'),
  ...[4, 5, 6, 7].map(tiles),
  ...[3, 4, 5, 6, 7, 8, 9].map(lights),
  { name: 'sokoban', title: 'Sokoban', group: 'Sokoban', board: 'sokoban' },
  twisty('pyraminx', 'Pyraminx', 12, 'pyraminx'),
  twisty('tetraminx', 'Tetraminx', 20, 'pyraminx'),
  twisty('skewb', 'Skewb', 20),
  twisty('dino', 'Dino cube', 30),
  twisty('jewel', 'Jewel', 30),
  twisty('megaminx', 'Megaminx', 7, 'megaminx'),
  twisty('cube4', 'Cube 4×4×4', 7, '4x4x4'),
];

/** What the picker says for a puzzle from a file. */
export const OWN = { name: 'own', title: 'Your own, from a file', group: 'Any puzzle', board: 'text' };

export const find = (name) => [...PUZZLES, OWN].find((puzzle) => puzzle.name === name);
