import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildManifestFile } from '@shop/federation/build-manifest';
import { computeIntegrity } from '@shop/releases/release/integrity';
import type { Options } from '@swc/core';
import { describePlainBuild } from './describe-plain-build';
import { findEndpoints } from './find-endpoints';
import { listPackages } from './list-packages';
import { headInsertion, isModuleBuild, type PlainBuild, readPlainBuild, toFederationName } from './read-plain-build';
import { parseScript } from './syntax-tree';
import { describeUnserved } from './unserved-files';

/** The build of a plain remote in the form of the shop's own builds. */
export interface AdaptedBuild {
  /** Folder with `dist/browser`, which {@link readBuild} reads. */
  appRoot: string;
  /** The entry and the scripts that it imports: the official runtime, which each page of the remote loads. */
  runtimeFiles: string[];
  /** What the team should know, for people. */
  notes: string[];
}

/**
 * Adapts the build of a remote by the official plugin of rspack, webpack or Vite: it adds the hashes of all chunks to the entry,
 * puts the container adapter before it, and writes the manifest of a release.
 *
 * @param root Absolute folder of the remote, with its package.json and `shop-remote.json`.
 * @param manifestFile Absolute path of its `mf-manifest.json`.
 * @throws With one message that lists everything that is missing.
 */
export async function adaptPlainBuild(
  app: string,
  version: string,
  root: string,
  manifestFile: string,
): Promise<AdaptedBuild> {
  const build = await readPlainBuild(app, root, manifestFile);
  const global = `${app}_${version}`.replace(/\W/g, '_');
  const scripts = await readScripts(build, global);
  const files = await writeEntry(build, global, scripts);
  const { names, unreadable } = scripts.endpoints;
  const manifest = describePlainBuild(build, version, global, scripts.entryImports, names);
  const appRoot = path.join(root, 'node_modules/.cache/plain-remote');
  const folder = path.join(appRoot, 'dist/browser');
  await rm(folder, { recursive: true, force: true });
  await write(folder, buildManifestFile, JSON.stringify(manifest, null, 2));
  await write(folder, 'packages.json', JSON.stringify(listPackages(build)));
  for (const [name, { bytes, map }] of files) {
    await write(folder, name, bytes);
    if (map !== undefined) await write(folder, `${name}.map`, map);
  }
  return {
    appRoot,
    runtimeFiles: [build.entry, ...scripts.entryImports],
    notes: [
      'browsers draw its pages: it has no Node build',
      ...(unreadable > 0
        ? [`the names in ${unreadable} calls of injectEndpoints cannot be read, so no gate compares them`]
        : []),
      ...describeUnserved(build),
    ],
  };
}

async function write(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

interface AdaptedFile {
  bytes: Uint8Array | string;
  map?: string | undefined;
}

interface AdaptedScripts {
  files: Map<string, AdaptedFile>;
  endpoints: { names: string[]; unreadable: number };
  /** Scripts that the entry imports, and that they import in turn. */
  entryImports: string[];
}

const isScript = (name: string) => name.endsWith('.js');

/**
 * Adapts the scripts one by one. A script that the bundler made a module becomes one that the adapter loads with its hash: a page
 * cannot give hashes to the imports of a module.
 */
async function readScripts(build: PlainBuild, global: string): Promise<AdaptedScripts> {
  const { transform } = await import('@swc/core');
  const isModule = isModuleBuild(build.manifest);
  const files = new Map<string, AdaptedFile>();
  const endpoints: AdaptedScripts['endpoints'] = { names: [], unreadable: 0 };
  const imports = new Map<string, string[]>();
  for (const [name, bytes] of build.files) {
    if (!isScript(name)) {
      files.set(name, { bytes });
      continue;
    }
    const map = build.maps.get(name);
    const code = renameGlobals(bytes.toString(), build, global);
    const program = await parseScript(code, isModule);
    const found = findEndpoints(program);
    endpoints.names.push(...found.names);
    endpoints.unreadable += found.unreadable;
    if (program.type === 'Script') {
      files.set(name, { bytes: code, map: map && nameSources(map, global, name) });
      continue;
    }
    const specifiers = program.body.flatMap((item) =>
      'source' in item && item.source ? [path.posix.join(path.posix.dirname(name), item.source.value)] : [],
    );
    imports.set(name, specifiers);
    const options: Options = {
      module: { type: 'systemjs' },
      isModule: true,
      swcrc: false,
      configFile: false,
      minify: true,
      jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
      sourceMaps: map !== undefined,
      ...(map !== undefined && { inputSourceMap: map }),
    };
    const adapted = await transform(code, options);
    // `System` is the adapter of this remote, and not a global of the page.
    const script = `(System=>{\n${adapted.code}\n})(${global});`;
    files.set(name, { bytes: script, map: adapted.map && addLines(nameSources(adapted.map, global, name), 1) });
  }
  return { files, endpoints, entryImports: listImported(build.entry, imports) };
}

function listImported(entry: string, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set([entry]);
  for (const name of found) for (const imported of imports.get(name) ?? []) found.add(imported);
  found.delete(entry);
  return [...found];
}

/**
 * Gives this version globals of its own in a page, where it can meet another version and other remotes: the list of chunks of
 * rspack and webpack, and Vite's cache of shared modules and state of the start. A new name is as long as the old one, so that
 * source maps still fit. Elements that load files go through the adapter, which adds the hashes.
 */
function renameGlobals(code: string, { app }: PlainBuild, global: string): string {
  const federation = toFederationName(app);
  const hash = createHash('sha256').update(global).digest('hex');
  return code
    .replace(new RegExp(`\\b((?:rspack|webpack)Chunk)${federation}\\b`, 'g'), `$1${hash.slice(0, federation.length)}`)
    .replaceAll('__mf_module_cache__', `__mf_${hash.slice(0, 12)}__`)
    .replaceAll('__mf_init__', `__mf_${hash.slice(0, 4)}__`)
    .replace(new RegExp(headInsertion, 'g'), `${global}.append(`);
}

/** Puts the adapter before the entry, with the hashes of all other files. */
async function writeEntry(
  build: PlainBuild,
  global: string,
  { files }: AdaptedScripts,
): Promise<Map<string, AdaptedFile>> {
  const { entry, facts, app } = build;
  const { transform } = await import('@swc/core');
  const hashed = [...files].filter(([name]) => name !== entry && /\.(js|css)$/.test(name));
  const integrity = Object.fromEntries(hashed.map(([name, { bytes }]) => [name, computeIntegrity(Buffer.from(bytes))]));
  const source = await readFile(path.join(import.meta.dirname, 'container-adapter.ts'), 'utf8');
  const options = JSON.stringify({ entry, exposed: facts.exposes, integrity });
  const program = `var ${global} = (() => {
    ${source.replace(/^export /gm, '')}
    return createContainerAdapter(${options});
  })();`;
  const { code } = await transform(program, {
    isModule: false,
    swcrc: false,
    configFile: false,
    minify: true,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' }, minify: { compress: true, mangle: true } },
  });
  const adapter = `${code.trim()}\n`;
  const { bytes = '', map } = files.get(entry) ?? {};
  const isModule = isModuleBuild(build.manifest);
  const text = isModule
    ? `${adapter}${bytes}`
    : `${adapter}${global}.define((()=>{\n${bytes}\nreturn ${toFederationName(app)}})());`;
  return new Map(files).set(entry, { bytes: text, map: map && addLines(map, isModule ? 1 : 2) });
}

/** Adds empty lines before a script to its source map. */
const addLines = (map: string, count: number): string => {
  const parsed: { mappings: string } = JSON.parse(map);
  return JSON.stringify({ ...parsed, mappings: ';'.repeat(count) + parsed.mappings });
};

/** Names the sources as the bundlers of the shop do, by which a build report tells the packages. */
function nameSources(map: string, global: string, script: string): string {
  const parsed: { sources: (string | null)[] } = JSON.parse(map);
  const sources = parsed.sources.map((source) =>
    source === null || /^[a-z]+:/.test(source)
      ? source
      : `webpack://${global}/${path.posix.join(path.posix.dirname(script), source)}`,
  );
  return JSON.stringify({ ...parsed, sources });
}
