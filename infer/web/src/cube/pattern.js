// The stickers of a cube as cubing.js has them.
import { KTransformation } from 'cubing/kpuzzle';
import { pieces } from './geometry.js';

/** What moves a solved cube to these stickers, or nothing where they are no pieces. */
export const transformation = (kpuzzle, facelets, side) => {
  const orbits = pieces(facelets, side);
  const whole = Object.values(orbits).every((list) => list.every(Boolean) && new Set(list.map(({ piece }) => piece)).size === list.length);
  if (!whole) return undefined;
  const data = structuredClone(kpuzzle.identityTransformation().transformationData);
  for (const [name, list] of Object.entries(orbits)) {
    data[name] = { permutation: list.map(({ piece }) => piece), orientationDelta: list.map(({ turn }) => turn) };
  }
  return new KTransformation(kpuzzle, data);
};
