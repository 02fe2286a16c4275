// A pattern of the engine's as cubing.js's player takes it.
import { KTransformation } from 'cubing/kpuzzle';

/** What moves a solved cube to that pattern. */
export const transformation = (kpuzzle, pattern) => {
  const data = structuredClone(kpuzzle.identityTransformation().transformationData);
  for (const [orbit, { pieces, orientation }] of Object.entries(pattern)) {
    data[orbit] = { permutation: pieces, orientationDelta: orientation };
  }
  return new KTransformation(kpuzzle, data);
};
