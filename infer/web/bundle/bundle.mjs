// node bundle.mjs PACKAGE FOLDER: the page into FOLDER, with the npm package quarterturn as it was built in PACKAGE.
import { build } from 'esbuild';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licences } from './licences.mjs';

const [engine, folder] = process.argv.slice(2).map((path) => resolve(path));
const web = fileURLToPath(new URL('..', import.meta.url));

// The package finds its worker, program and networks by URLs, so it stays a folder beside the page's own script.
const beside = {
  name: 'the engine stays beside the page',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^quarterturn$/ }, () => ({ path: './quarterturn/index.js', external: true })),
};

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const { metafile } = await build({
  absWorkingDir: web,
  entryPoints: ['src/page.js', 'src/style/page.css'],
  entryNames: '[name]',
  chunkNames: 'part-[hash]',
  outdir: folder,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  plugins: [beside],
});
for (const file of ['index.html', 'icon.svg', 'offline.js']) await cp(join(web, 'src', file), join(folder, file));
for (const part of ['index.js', 'worker.js', 'lib', 'wasm', 'networks', 'package.json']) {
  await cp(join(engine, part), join(folder, 'quarterturn', part), { recursive: true });
}
await writeFile(join(folder, 'LICENSES.txt'), await licences(Object.keys(metafile.inputs), web));
console.log(folder);
