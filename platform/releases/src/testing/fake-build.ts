import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Declarations, declarationsFile } from '../release/declarations';
import type { Release } from '../release/release';
import type { BundledPackage } from '../release/sbom';

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
  /** Code of the Node bundle. */
  server?: string;
  /** Declarations of what a shell shares. */
  declarations?: Declarations;
  /** Packages of other authors in the build. Absent: the build does not list them. */
  packages?: BundledPackage[];
  /** Source map of the entry. */
  sourceMap?: object;
  /** Names of the endpoints that the app registers. */
  endpoints?: string[];
  /** Shared modules that a shell provides besides React. */
  provides?: Release['provides'];
  /** Shared modules that a remote consumes besides React. */
  consumes?: Release['consumes'];
}

/** Writes a small build to a temporary folder: a manifest, an entry and a Node bundle in `dist`. @returns The folder. */
export function writeFakeBuild(options: FakeBuildOptions): string {
  const {
    app,
    version = '1.0.0',
    content = 'one',
    script = '',
    paths = {},
    queries = {},
    slots,
    links,
    connect,
    styleSheets = {},
    server = 'module.exports = {}',
    endpoints = [],
    packages,
    sourceMap = {},
    provides = {},
    consumes = {},
  } = options;
  const root = mkdtempSync(path.join(tmpdir(), `build-${app}-`));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const isShell = app === 'shell';
  const entry = isShell ? 'main.js' : 'remote-entry.js';
  const ownedPaths = Object.entries(paths).map(([id, pattern]) => {
    const query = queries[id];
    const declared = { pattern, access: 'open', ...(query ? { query } : {}) };
    return [id, { ...declared, files: [`${id}.js`], lazyShared: [] }] as const;
  });
  const filledSlots = Object.entries(slots ?? {}).map(
    ([name, slot]) => [name, { ...slot, files: [`${name}.js`], styles: [`${name}.css`], lazyShared: [] }] as const,
  );
  const manifest = {
    app,
    kind: isShell ? 'shell' : 'remote',
    version,
    entry,
    global: `${app}_${version}`.replace(/\W/g, '_'),
    ...(!isShell && { styleScope: `_${app}_` }),
    paths: Object.fromEntries(ownedPaths),
    ...(isShell && { slotFiles: ['slots.js'] }),
    ...(slots && { slots: Object.fromEntries(filledSlots) }),
    ...(links && { links }),
    ...(connect && { connect }),
    provides: isShell ? { react, 'react-dom': react, ...provides } : {},
    consumes: isShell ? {} : { react: { range: '^19.3.0' }, ...consumes },
    federationRuntime: '2.9.2',
    remoteContract: '1.0.0',
    ...(isShell ? { contractProvided: '1.0.0' } : { contractRequired: '^1.0.0' }),
    names: { endpoints, slices: isShell ? ['api'] : [] },
  };
  write('dist/browser/build.json', JSON.stringify(manifest));
  write(`dist/browser/${entry}`, `/* ${content} */${script}`);
  write(`dist/browser/${entry}.map`, JSON.stringify(sourceMap));
  if (packages) write('dist/browser/packages.json', JSON.stringify(packages));
  if (isShell) write('dist/browser/slots.js', `/* slots ${content} */`);
  for (const id of Object.keys(paths)) write(`dist/browser/${id}.js`, `/* ${id} ${content} */`);
  for (const name of Object.keys(slots ?? {})) {
    write(`dist/browser/${name}.js`, `/* ${name} ${content} */`);
    write(`dist/browser/${name}.css`, `.slot_${app}_1{color:red}`);
  }
  for (const [name, css] of Object.entries(styleSheets)) write(`dist/browser/${name}`, css);
  write('dist/node/server.cjs', server);
  if (options.declarations) write(`dist/${declarationsFile}`, JSON.stringify(options.declarations));
  return root;
}
