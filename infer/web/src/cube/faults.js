// What is wrong with the stickers of a cube, and which of them are concerned. `.` is a sticker without a colour yet.
import { FACES, geometry, pieces } from './geometry.js';

export const COLOURS = { U: 'white', R: 'red', F: 'green', D: 'yellow', L: 'orange', B: 'blue' };

/** Whether a permutation is odd. */
const odd = (order) => {
  const seen = new Set();
  let swaps = 0;
  for (let start = 0; start < order.length; start++) {
    for (let at = start; !seen.has(at); at = order[at]) {
      seen.add(at);
      if (order[at] !== start) swaps++;
    }
  }
  return swaps % 2 === 1;
};

/** How often each colour is there. */
export const counts = (facelets) =>
  Object.fromEntries([...FACES].map((face) => [face, facelets.split(face).length - 1]));

const overpainted = (facelets, { area }) =>
  Object.entries(counts(facelets))
    .filter(([, found]) => found > area)
    .map(([face, found]) => ({
      kind: 'count',
      text: `${found} stickers are ${COLOURS[face]}; a cube has ${area}`,
      stickers: [...facelets].flatMap((colour, index) => (colour === face ? [index] : [])),
    }));

/** Places with colours that no piece has, and pieces that are there twice. */
const strange = (facelets, { orbits }, found) => {
  const faults = [];
  for (const [orbit, places] of Object.entries(orbits)) {
    const first = new Map();
    places.forEach((place, nth) => {
      if (place.stickers.some((index) => facelets[index] === '.')) return;
      const known = found[orbit][nth];
      if (!known) {
        const text = `no piece has the colours at ${place.name}`;
        return faults.push({ kind: 'piece', text, stickers: place.stickers });
      }
      const other = first.get(known.piece);
      first.set(known.piece, place);
      if (!other) return undefined;
      const text = `the piece ${places[known.piece].name} is there twice, at ${other.name} and ${place.name}`;
      return faults.push({ kind: 'piece', text, stickers: [...other.stickers, ...place.stickers] });
    });
  }
  return faults;
};

/** The stickers of the pieces that are not where they are on a solved cube. */
const unsolved = (places, found, which) =>
  places.flatMap((place, nth) => (which(found[nth], nth) ? place.stickers : []));

/** What no turns can bring about, though every piece is there once. */
const unreachable = ({ orbits }, { CORNERS, EDGES }) => {
  const faults = [];
  const turned = ({ turn }, nth, list) => turn !== 0 && list[nth].piece === nth;
  const sum = (list) => list.reduce((total, { turn }) => total + turn, 0);
  const concerned = (places, list, which) => {
    const stickers = unsolved(places, list, (known, nth) => which(known, nth, list));
    // Where most pieces are out of place, no few of them are to blame.
    return stickers.length <= 6 ? stickers : [];
  };
  const twist = sum(CORNERS) % 3;
  if (twist) {
    const way = twist === 1 ? 'clockwise' : 'anticlockwise';
    const stickers = concerned(orbits.CORNERS, CORNERS, turned);
    faults.push({ kind: 'twist', text: `the corners together are twisted ${way} by a third`, stickers });
  }
  if (!EDGES) return faults;
  if (sum(EDGES) % 2) {
    const stickers = concerned(orbits.EDGES, EDGES, turned);
    faults.push({ kind: 'flip', text: 'an odd number of edges is flipped', stickers });
  }
  const order = (list) => list.map(({ piece }) => piece);
  if (odd(order(CORNERS)) !== odd(order(EDGES))) {
    const away = ({ piece }, nth) => piece !== nth;
    const stickers = [...concerned(orbits.CORNERS, CORNERS, away), ...concerned(orbits.EDGES, EDGES, away)];
    faults.push({ kind: 'parity', text: 'two corners or two edges are exchanged', stickers });
  }
  return faults;
};

/** All that is wrong: `{ kind, text, stickers }` each. A cube that is painted in part has only the faults that show already. */
export const faults = (facelets, side) => {
  const shape = geometry(side);
  const found = pieces(facelets, side);
  const shown = [...overpainted(facelets, shape), ...strange(facelets, shape, found)];
  return shown.length || facelets.includes('.') ? shown : unreachable(shape, found);
};
