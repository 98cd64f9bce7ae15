import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getTextsFile } from '@shop/remote-contract/languages';
import semver from 'semver';
import { type Declarations, declarationsFile } from '../release/declarations';
import { publish } from '../release/publish';
import type { PublishOptions } from '../release/read-build';
import type { ConsumedModule, Release } from '../release/release';
import type { BundledPackage } from '../release/sbom';
import type { ReleaseStore } from '../store/release-store';

const react = { version: '19.3.1', files: [] };

export interface FakeBuildOptions {
  app: string;
  version?: string;
  /** Content of the entry. Builds with different contents have different digests. */
  content?: string;
  /** Code of the entry. */
  script?: string;
  /** Path patterns by route id. */
  paths?: Record<string, string>;
  /** Slots that the app fills, by name. */
  slots?: Record<string, { order: number }>;
  /** Links that the app adds, by slot. */
  links?: Record<string, { text: string; to: string; order: number }[]>;
  /** Origins of the backend of a remote. */
  connect?: string[];
  /** Query parameters that change a page, by route id. */
  queries?: Record<string, string[]>;
  /** Texts of further style sheets, by file name. */
  styleSheets?: Record<string, string>;
  /** Texts of every path and slot, or of the shell, by language. */
  texts?: Record<string, Record<string, string>>;
  /** Code of the Node bundle. Null: browsers render the pages of the app. */
  server?: string | null;
  /** Declarations of what a shell shares. */
  declarations?: Declarations;
  /** Packages of other authors in the build. */
  packages?: BundledPackage[];
  /** Source map of the entry. */
  sourceMap?: object;
  /** Names of the endpoints that the app registers. */
  endpoints?: string[];
  /** Shared modules that a shell provides besides React. */
  provides?: Release['provides'];
  /** Shared modules that a remote consumes besides React. */
  consumes?: Record<string, Pick<ConsumedModule, 'range'> & Partial<ConsumedModule>>;
}

/** Completes a consumed module: it was compiled with the lowest version of its range, and uses no export by name. */
export const consume = (module: Pick<ConsumedModule, 'range'> & Partial<ConsumedModule>): ConsumedModule => ({
  version: semver.minVersion(module.range)?.version ?? '',
  exports: {},
  ...module,
});

function createManifest(options: FakeBuildOptions) {
  const { app, version = '1.0.0', paths = {}, queries = {}, slots, links, connect, texts } = options;
  const { endpoints = [], provides = {}, consumes = {} } = options;
  const isShell = app === 'shell';
  const ownedPaths: Release['paths'] = {};
  for (const [id, pattern] of Object.entries(paths)) {
    const query = queries[id];
    ownedPaths[id] = { pattern, access: 'open', ...(query ? { query } : {}), files: [`${id}.js`], lazyShared: [] };
  }
  const filledSlots: NonNullable<Release['slots']> = {};
  for (const [name, slot] of Object.entries(slots ?? {})) {
    filledSlots[name] = { ...slot, files: [`${name}.js`], styles: [`${name}.css`], lazyShared: [] };
  }
  return {
    app,
    kind: isShell ? ('shell' as const) : ('remote' as const),
    version,
    entry: isShell ? 'main.js' : 'remote-entry.js',
    global: `${app}_${version}`.replace(/\W/g, '_'),
    ...(!isShell && { styleScope: `_${app}_` }),
    paths: ownedPaths,
    ...(slots && { slots: filledSlots }),
    ...(links && { links }),
    ...(connect && { connect }),
    ...(texts && { languages: Object.keys(texts) }),
    provides: isShell ? { react, 'react-dom': react, ...provides } : {},
    consumes: Object.fromEntries(
      Object.entries(isShell ? {} : { react: { range: '^19.3.0' }, ...consumes }).map(([key, module]) => [
        key,
        consume(module),
      ]),
    ),
    federationRuntime: '2.9.2',
    testedFederationRuntimes: '~2.9.2',
    ...(isShell ? { contractProvided: '1.0.0' } : { contractRequired: '^1.0.0' }),
    names: { endpoints, slices: isShell ? ['api'] : [] },
    ...(options.server === null && { isBrowserOnly: true }),
  };
}

/** Creates the description of a release that is in no store. Each of its files has one kilobyte in brotli. */
export function createFakeRelease(options: FakeBuildOptions): Release {
  const manifest = createManifest(options);
  const slots = Object.values(manifest.slots ?? {}).flatMap(({ files, styles = [] }) => [...files, ...styles]);
  const files = [manifest.entry, ...Object.values(manifest.paths).flatMap((path) => path.files), ...slots];
  return {
    schema: 1 as const,
    ...manifest,
    digest: '0123456789ab',
    commit: '',
    publishedAt: '',
    server: 'node/server.cjs',
    files: Object.fromEntries(files.map((file) => [file, { size: 3000, integrity: 'sha384-x', compressed: 1024 }])),
  };
}

/** Writes a small build to a temporary folder: a manifest, an entry and a Node bundle in `dist`. @returns The folder. */
export function writeFakeBuild(options: FakeBuildOptions): string {
  const { app, content = 'one', script = '', paths = {}, slots = {}, styleSheets = {}, texts = {}, packages } = options;
  const { server = 'module.exports = {}', sourceMap = {}, declarations } = options;
  const root = mkdtempSync(path.join(tmpdir(), `build-${app}-`));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const manifest = createManifest(options);
  const { entry } = manifest;
  write('dist/browser/build.json', JSON.stringify(manifest));
  write(`dist/browser/${entry}`, `/* ${content} */${script}`);
  write(`dist/browser/${entry}.map`, JSON.stringify(sourceMap));
  if (packages) write('dist/browser/packages.json', JSON.stringify(packages));
  for (const id of Object.keys(paths)) write(`dist/browser/${id}.js`, `/* ${id} ${content} */`);
  for (const name of Object.keys(slots)) {
    write(`dist/browser/${name}.js`, `/* ${name} ${content} */`);
    write(`dist/browser/${name}.css`, `.slot_${app}_1{color:red}`);
  }
  for (const [name, css] of Object.entries(styleSheets)) write(`dist/browser/${name}`, css);
  for (const [language, catalog] of Object.entries(texts)) {
    for (const part of app === 'shell' ? ['shell'] : [...Object.keys(paths), ...Object.keys(slots)]) {
      write(`dist/browser/${getTextsFile(part, language)}`, JSON.stringify(catalog));
    }
  }
  if (server !== null) write('dist/node/server.cjs', server);
  if (declarations) write(`dist/${declarationsFile}`, JSON.stringify(declarations));
  return root;
}

/** Writes a small build and publishes it. */
export const publishBuild = (
  store: ReleaseStore,
  options: FakeBuildOptions,
  source: Partial<Pick<PublishOptions, 'commit' | 'commits' | 'pipeline' | 'repository'>> = {},
): Promise<Release> => publish(store, { appRoot: writeFakeBuild(options), commit: '', ...source });
