// The puzzles that have a picture here. Their names are the engine's.
const cube = (name, side, title) => ({ name, title, group: 'Cubes', board: 'cube', side });
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

export const PUZZLES = [
  cube('cube3', 3, 'Cube 3×3×3'),
  cube('cube2', 2, 'Cube 2×2×2'),
  ...[4, 5, 6, 7].map(tiles),
  ...[3, 4, 5, 6, 7, 8, 9].map(lights),
  { name: 'sokoban', title: 'Sokoban', group: 'Sokoban', board: 'sokoban' },
];

/** What the picker says for a puzzle from a file. */
export const OWN = { name: 'own', title: 'Your own, from a file', group: 'Any puzzle', board: 'text' };

export const find = (name) => [...PUZZLES, OWN].find((puzzle) => puzzle.name === name);
