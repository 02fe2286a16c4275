// node --test FILES with QUARTERTURN_CHROMIUM: one browser and one server for the tests of a file.
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open, start } from './open.mjs';
import { serve } from './serve.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** `fresh(options)` opens the page; `answers` is what the server has besides the files. */
export const setup = (answers) => {
  const made = {};
  before(async () => {
    made.server = await serve(dist, answers);
    made.browser = await start(process.env.QUARTERTURN_CHROMIUM);
  });
  after(async () => {
    await made.browser?.close();
    made.server?.close();
  });
  return { fresh: (options) => open(made.browser, made.server.address, options), address: () => made.server.address };
};
