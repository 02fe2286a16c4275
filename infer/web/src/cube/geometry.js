// Where the pieces of a cube have their stickers. Stickers are numbered face by face in the order U R F D L B, each face row
// by row. Pieces and places are in the order of cubing.js, whose patterns are made of these lists.
export const FACES = 'URFDLB';

const CORNERS = { URF: 'U9R1F3', UBR: 'U3B1R3', ULB: 'U1L1B3', UFL: 'U7F1L3', DFR: 'D3F9R7', DLF: 'D1L9F7', DBL: 'D7B9L7', DRB: 'D9R9B7' };
const EDGES = { UF: 'U8F2', UR: 'U6R2', UB: 'U2B2', UL: 'U4L2', DF: 'D2F8', DR: 'D6R8', DB: 'D8B8', DL: 'D4L8', FR: 'F6R4', FL: 'F4L6', BR: 'B4R6', BL: 'B6L4' };

const sticker = (face, number, side) => FACES.indexOf(face) * side * side + number - 1;

/** The number of a corner sticker on the 2×2×2 cube: the corners of a face of nine are its 1, 3, 7 and 9. */
const small = { 1: 1, 3: 2, 7: 3, 9: 4 };

const places = (list, side) =>
  Object.entries(list).map(([name, stickers]) => ({
    name,
    stickers: stickers.match(/../g).map(([face, number]) => sticker(face, side === 2 ? small[number] : Number(number), side)),
  }));

const made = (side) => ({
  side,
  area: side * side,
  count: 6 * side * side,
  orbits: side === 2 ? { CORNERS: places(CORNERS, 2) } : { CORNERS: places(CORNERS, 3), EDGES: places(EDGES, 3) },
});

const geometries = { 2: made(2), 3: made(3) };

/** The geometry of the cube with that many stickers along an edge. */
export const geometry = (side) => geometries[side];

/** The stickers of the solved cube. */
export const solved = (side) => [...FACES].map((face) => face.repeat(side * side)).join('');

/** The name of a sticker, such as `U9`. */
export const named = (index, side) => `${FACES[Math.floor(index / (side * side))]}${(index % (side * side)) + 1}`;

/** The centre of its face, whose colour is the face's. */
export const isCentre = (index, side) => side === 3 && index % 9 === 4;

/** The piece at a place and how it is turned, or nothing where no piece has these colours. */
const piece = (facelets, place, orbit) => {
  const size = place.stickers.length;
  const colours = place.stickers.map((index) => facelets[index]);
  for (let turn = 0; turn < size; turn++) {
    const name = colours.map((_, i) => colours[(i + turn) % size]).join('');
    const nth = orbit.findIndex((other) => other.name === name);
    if (nth >= 0) return { piece: nth, turn };
  }
  return undefined;
};

/** The pieces of a cube, by orbits; nothing where no piece has the colours of a place. */
export const pieces = (facelets, side) =>
  Object.fromEntries(
    Object.entries(geometry(side).orbits).map(([name, orbit]) => [name, orbit.map((place) => piece(facelets, place, orbit))]),
  );
