// The worker of a program in Node.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import load, * as wasm from './wasm/quarterturn.js';
import { serve } from './lib/serve.js';

const bytes = (url) => readFile(fileURLToPath(url));
const loading = bytes(new URL('./wasm/quarterturn_bg.wasm', import.meta.url));
const loaded = loading.then((program) => load({ module_or_path: program }));
const answer = serve(wasm, loaded, bytes, (message) => parentPort.postMessage(message));
parentPort.on('message', answer);
