// For Node.
import { Worker } from 'node:worker_threads';
import { client } from './lib/client.js';

client.start = (told, failed) => {
  const worker = new Worker(new URL('./worker.node.js', import.meta.url));
  worker.on('message', told);
  worker.on('error', (error) => failed(error.message));
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    // A worker that waits does not keep the program from ending.
    busy: (busy) => (busy ? worker.ref() : worker.unref()),
  };
};

export { close, solve } from './lib/solve.js';
export { Puzzle } from './lib/puzzle.js';
export { Solution } from './lib/solution.js';
export { SolveError } from './lib/error.js';
