// The address says what the page shows: puzzle, state and settings after the `#`, so no server hears of it.

/** What an address asks for. */
export const read = (hash) => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));

/** An address that asks for this. What is empty is left out. */
export const written = (asked) => {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '');
  return `#${new URLSearchParams(given)}`;
};

/** Keeps the address up to date without an entry in the history for each change. */
export const remember = (asked) => history.replaceState(null, '', written(asked));

/** Bytes as text for an address, and back; longer definitions stay out of it. */
const LONGEST = 6000;

export const packed = async (bytes) => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const small = new Uint8Array(await new Response(stream).arrayBuffer());
  if (small.length > LONGEST) return undefined;
  return btoa(String.fromCharCode(...small)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

export const unpacked = async (text) => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** A page of cubing.js's where the answer can be looked at; it is opened only by a click. */
export const twizzle = (side, alg) =>
  `https://alpha.twizzle.net/edit/?${new URLSearchParams({ puzzle: `${side}x${side}x${side}`, alg, 'setup-anchor': 'end' })}`;
