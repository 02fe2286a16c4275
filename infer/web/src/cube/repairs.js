// What would make an impossible cube possible: changes of few stickers, the likeliest first.
import { COLOURS, counts, faults } from './faults.js';
import { geometry, isCentre, named, pieces } from './geometry.js';

const replaced = (facelets, changes) => {
  const list = [...facelets];
  for (const [index, colour] of changes) list[index] = colour;
  return list.join('');
};

/** The stickers `from` get the colours of the stickers `to`. */
const moved = (facelets, from, to) => replaced(facelets, from.map((index, i) => [index, facelets[to[i]]]));

/** One sticker of a colour that is there too often gets one that is missing. */
function* changes(facelets, { side, area }) {
  const found = Object.entries(counts(facelets));
  const missing = found.filter(([, number]) => number < area).map(([face]) => face);
  const many = new Set(found.filter(([, number]) => number > area).map(([face]) => face));
  for (const [index, colour] of [...facelets].entries()) {
    if (!many.has(colour) || isCentre(index, side)) continue;
    for (const face of missing) {
      const text = `Change ${named(index, side)} to ${COLOURS[face]}`;
      yield { text, stickers: [index], facelets: replaced(facelets, [[index, face]]) };
    }
  }
}

/** Two stickers change places, one of them at a place at fault. */
function* exchanges(facelets, { side, count }, stickers) {
  for (const a of stickers) {
    for (let b = 0; b < count; b++) {
      const both = stickers.includes(b);
      if (facelets[a] === facelets[b] || isCentre(a, side) || isCentre(b, side) || (both && b < a)) continue;
      const text = `Exchange ${named(a, side)} and ${named(b, side)}`;
      yield { text, stickers: [a, b], facelets: moved(facelets, [a, b], [b, a]) };
    }
  }
}

/** One piece is turned in its place. */
function* turns(facelets, places, what) {
  for (const { name, stickers } of places) {
    for (let turn = 1; turn < stickers.length; turn++) {
      const to = stickers.map((_, i) => stickers[(i + turn) % stickers.length]);
      const way = stickers.length === 2 ? '' : turn === 1 ? ' anticlockwise' : ' clockwise';
      yield { text: `Turn the ${what} ${name}${way || ' round'}`, stickers, facelets: moved(facelets, stickers, to) };
    }
  }
}

/** Two pieces change places. */
function* swaps(facelets, places, what) {
  for (const [nth, a] of places.entries()) {
    for (const b of places.slice(nth + 1)) {
      const stickers = [...a.stickers, ...b.stickers];
      const to = [...b.stickers, ...a.stickers];
      yield { text: `Exchange the ${what}s ${a.name} and ${b.name}`, stickers, facelets: moved(facelets, stickers, to) };
    }
  }
}

function* candidates(facelets, shape, wrong) {
  const { CORNERS, EDGES = [] } = shape.orbits;
  const kinds = new Set(wrong.map(({ kind }) => kind));
  if (kinds.has('count')) yield* changes(facelets, shape);
  else if (kinds.has('piece')) {
    const stickers = new Set(wrong.flatMap((fault) => fault.stickers));
    yield* turns(facelets, CORNERS, 'corner');
    yield* exchanges(facelets, shape, [...stickers]);
  }
  if (kinds.has('twist')) yield* turns(facelets, CORNERS, 'corner');
  if (kinds.has('flip')) yield* turns(facelets, EDGES, 'edge');
  if (kinds.has('parity')) {
    yield* swaps(facelets, EDGES, 'edge');
    yield* swaps(facelets, CORNERS, 'corner');
  }
}

/** How many pieces are where they belong. */
const inPlace = (facelets, side) =>
  Object.values(pieces(facelets, side)).flatMap((list) => list.filter((known, nth) => known?.piece === nth && known.turn === 0)).length;

/**
 * At most `most` offers `{ text, stickers, facelets }` that leave fewer faults than there are. Those that leave fewest come
 * first, then those that touch the sticker `near`, then those that leave most pieces solved.
 */
export const repairs = (facelets, side, near, most = 3) => {
  const shape = geometry(side);
  const wrong = faults(facelets, side);
  const good = [];
  for (const offer of candidates(facelets, shape, wrong)) {
    const left = faults(offer.facelets, side).length;
    if (left >= wrong.length) continue;
    good.push({ ...offer, left, far: offer.stickers.includes(near) ? 0 : 1, solved: inPlace(offer.facelets, side) });
  }
  good.sort((a, b) => a.left - b.left || a.far - b.far || b.solved - a.solved);
  return good.slice(0, most);
};
