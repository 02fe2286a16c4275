// What needs cubing.js, so that the rest of the page is there before it is loaded.
export { puzzles } from 'cubing/puzzles';
export { transformation } from './pattern.js';
export { player } from './player.js';
