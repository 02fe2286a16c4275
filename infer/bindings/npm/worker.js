// The worker of a page.
import load, * as wasm from './wasm/quarterturn.js';
import { serve } from './lib/serve.js';

const bytes = async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};
const answer = serve(wasm, load(), bytes, (message) => postMessage(message));
onmessage = (event) => answer(event.data);
