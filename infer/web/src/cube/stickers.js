// Stickers as people write them, made into those of the net: letters in the order U R F D L B, `.` for what is no colour.
import { FACES, geometry } from './geometry.js';

/** Letters of the usual colours, which a 2×2×2 cube needs: it has no centres that would say which is which. */
const USUAL = { w: 'U', r: 'R', g: 'F', y: 'D', o: 'L', b: 'B' };

/** The faces of a net drawn in lines: U, then L F R B side by side, then D. */
const fromNet = (lines, side) => {
  const band = (from, face) => lines.slice(from, from + side).map((line) => line.slice(face * side, (face + 1) * side)).join('');
  const [L, F, R, B] = [0, 1, 2, 3].map((face) => band(side, face));
  return band(0, 0) + R + F + band(2 * side, 0) + L + B;
};

/** The stickers in a text, or nothing where it has not as many as a cube: moves, for example. */
export const stickers = (text, side) => {
  const { area, count } = geometry(side);
  const lines = text.split('\n').map((line) => line.replace(/\s/g, '')).filter(Boolean);
  const rows = lines.map((line) => line.length).join();
  const net = [...Array(side).fill(side), ...Array(side).fill(4 * side), ...Array(side).fill(side)].join();
  const symbols = rows === net ? fromNet(lines, side) : lines.join('');
  if (symbols.length !== count || /['’()[\]]/.test(symbols)) return undefined;
  const centres = [...FACES].map((_, face) => symbols[face * area + 4]);
  const known = side === 3 && new Set(centres).size === 6;
  const named = known
    ? (symbol) => FACES[centres.indexOf(symbol)]
    : (symbol) => FACES[FACES.indexOf(symbol)] ?? USUAL[symbol.toLowerCase()];
  const read = [...symbols].map((symbol) => named(symbol) ?? '.').join('');
  if (side === 2) return read;
  // The centres are the faces' whatever was written there.
  return [...read].map((colour, index) => (index % 9 === 4 ? FACES[Math.floor(index / 9)] : colour)).join('');
};
