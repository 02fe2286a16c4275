// The licences of everything in the page: the npm packages that were bundled and the crates inside the WebAssembly.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The texts of licences in a folder, each as it is there. */
const texts = async (folder) => {
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name)).sort();
  const read = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return read.map((text) => text.trim()).filter(Boolean);
};

/** Licences whose text some packages only name, and where it is here. */
const NAMED = { 'MPL-2.0': 'bundle/MPL-2.0.txt', 'Apache-2.0': '../../LICENSE-APACHE' };

/** The part with the text of its licence, where it came without. */
const complete = async (part, web) => {
  if (part.texts.length) return part;
  const [, file] = Object.entries(NAMED).find(([name]) => part.license?.includes(name)) ?? [];
  if (!file) throw new Error(`${part.name} ${part.version} has no text of its licence (${part.license})`);
  return { ...part, texts: [(await readFile(join(web, file), 'utf8')).trim()] };
};

/** The npm packages of which these files are part. */
const packages = async (inputs, web) => {
  const folders = inputs.map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  return Promise.all(
    [...new Set(folders.filter(Boolean))].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(web, folder, 'package.json')));
      return { name, version, license, from: 'npm', texts: await texts(join(web, folder)) };
    }),
  );
};

/** The crates that the WebAssembly is made of, ours left out. */
const crates = async (web) => {
  const asked = ['metadata', '--format-version', '1', '--locked', '--filter-platform', 'wasm32-unknown-unknown'];
  const { stdout } = await promisify(execFile)('cargo', asked, { cwd: web, maxBuffer: 2 ** 28 });
  const { packages, resolve } = JSON.parse(stdout);
  const known = new Map(packages.map((made) => [made.id, made]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const root = packages.find(({ name }) => name === 'quarterturn-wasm').id;
  const inside = new Set([root]);
  for (const id of inside) {
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      const linked = dep_kinds.some(({ kind }) => kind === null);
      const macro = known.get(pkg).targets.some(({ kind }) => kind.includes('proc-macro'));
      if (linked && !macro) inside.add(pkg);
    }
  }
  const others = [...inside].map((id) => known.get(id)).filter(({ source }) => source !== null);
  others.sort((a, b) => a.name.localeCompare(b.name));
  return Promise.all(
    others.map(async ({ name, version, license, manifest_path }) => ({
      name,
      version,
      license,
      from: 'crate',
      texts: await texts(dirname(manifest_path)),
    })),
  );
};

/** All of them as one text. Each licence is printed once, after the names that it holds for. */
export const licences = async (inputs, web) => {
  const found = [...(await packages(inputs, web)), ...(await crates(web))];
  const parts = await Promise.all(found.map((part) => complete(part, web)));
  const holds = new Map();
  for (const { name, version, texts } of parts) {
    for (const text of texts) holds.set(text, [...(holds.get(text) ?? []), `${name} ${version}`]);
  }
  const list = parts.map(({ name, version, license, from }) => `  ${name} ${version} (${from}): ${license}`);
  const printed = [...holds].map(([text, names]) => `${'-'.repeat(80)}\n${names.join(', ')}\n\n${text}\n`);
  return [
    'quarterturn: MIT OR Apache-2.0. The page and the WebAssembly also hold:\n',
    ...list,
    '\ncubing is used under the MPL-2.0, unchanged; its source is the npm package of that name and version.\n',
    ...printed,
  ].join('\n');
};
