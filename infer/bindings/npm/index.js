// For pages and whatever builds them.
import { client } from './lib/client.js';

client.start = (told, failed) => {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = (event) => told(event.data);
  worker.onerror = (event) => failed(event.message ?? 'the worker does not load');
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), busy() {} };
};

export { close, solve } from './lib/solve.js';
export { Puzzle } from './lib/puzzle.js';
export { Solution } from './lib/solution.js';
export { SolveError } from './lib/error.js';
