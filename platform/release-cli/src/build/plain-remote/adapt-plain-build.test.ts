import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { computeIntegrity } from '@shop/releases/release/integrity';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { adaptPlainBuild } from './adapt-plain-build';

const folder = createTestFolder();
let count = 0;

const noFiles = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
const sharedReact = { name: 'react', version: '19.3.1', singleton: true, requiredVersion: '^19.3.0', assets: noFiles };
const storeApi = {
  name: '@shop/api-client/store-api',
  version: '2.8.0',
  singleton: true,
  requiredVersion: null,
  assets: noFiles,
};
const manifest = {
  name: 'mf_ratings',
  metaData: {
    publicPath: 'auto',
    pluginVersion: '2.9.2',
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
  },
  shared: [sharedReact, storeApi],
  remotes: [],
  exposes: [
    {
      path: './routes',
      assets: {
        js: { sync: ['routes.js'], async: ['list.js', 'detail.js', '7.js'] },
        css: { sync: [], async: ['list.css'] },
      },
    },
  ],
};
const facts = {
  paths: {
    list: { pattern: '/ratings', access: 'open' },
    detail: { pattern: '/ratings/:id', access: 'signed-in' },
  },
  exposes: './routes',
  contract: '^1.2.0',
};
const chunk = (code: string) =>
  `"use strict";(self.rspackChunkmf_ratings=self.rspackChunkmf_ratings||[]).push([[1],{1(){${code}}}]);`;
const map = {
  version: 3,
  sources: ['webpack://mf_ratings/./src/list.js', 'webpack://mf_ratings/node_modules/stars/index.js'],
  names: [],
  mappings: 'AAAA',
};
const build = {
  'remoteEntry.js':
    'var mf_ratings;mf_ratings=(()=>{self.rspackChunkmf_ratings;document.head.appendChild(l);return {}})()',
  'remoteEntry.js.map': JSON.stringify(map),
  'routes.js': chunk('1'),
  'list.js': chunk('s.injectEndpoints({endpoints:e=>({ratingsList:1})})'),
  'list.js.map': JSON.stringify(map),
  'detail.js': chunk('2'),
  '7.js': chunk('3'),
  'list.css': '._mf-ratings_a{}',
  'index.html': '',
  'mf-manifest.json': JSON.stringify(manifest),
};
/** What the build of Vite has in the place of that of rspack. */
const moduleBuild = {
  'mf-manifest.json': JSON.stringify({
    ...manifest,
    metaData: { ...manifest.metaData, remoteEntry: { name: 'remoteEntry.js', path: '', type: 'module' } },
  }),
};
/** Creates the list of chunks of Vite. */
const listChunks = (...chunks: { file: string; src?: string }[]) => ({
  '.vite/manifest.json': JSON.stringify({ ...chunks }),
});
type Package = Record<'name' | 'license', string>;
type Files = Record<string, string | undefined>;

/** Writes a remote with its build. A file without a text is left out. @returns The folder of the remote. */
function writeRemote(dist: Files = {}, rootFiles: Files = {}): string {
  const root = path.join(folder, String(++count));
  const files: Files = {
    'package.json': '{"version":"1.0.0"}',
    'shop-remote.json': JSON.stringify(facts),
    'node_modules/stars/package.json': '{"name":"stars","version":"2.0.0","license":"MIT"}',
    ...Object.fromEntries(Object.entries({ ...build, ...dist }).map(([name, text]) => [`dist/${name}`, text])),
    ...rootFiles,
  };
  for (const [name, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

async function adapt(root: string, version = '1.0.0') {
  const { appRoot, notes } = await adaptPlainBuild(
    'mf-ratings',
    version,
    root,
    path.join(root, 'dist/mf-manifest.json'),
  );
  const browser = path.join(appRoot, 'dist/browser');
  const read = (name: string) => readFileSync(path.join(browser, name), 'utf8');
  return { notes, read, names: readdirSync(browser).sort(), manifest: JSON.parse(read('build.json')) };
}

test('writes the manifest of a release with the files of each path, the shared modules and the endpoints', async () => {
  const adapted = await adapt(writeRemote());
  expect(adapted.manifest).toMatchObject({
    app: 'mf-ratings',
    kind: 'remote',
    entry: 'remoteEntry.js',
    global: 'mf_ratings_1_0_0',
    paths: {
      list: { pattern: '/ratings', access: 'open', files: ['routes.js', 'list.js', '7.js'], styles: ['list.css'] },
      detail: { pattern: '/ratings/:id', access: 'signed-in', files: ['routes.js', 'detail.js', '7.js'] },
    },
    consumes: {
      react: { range: '^19.3.0', version: '19.3.1' },
      '@shop/api-client/store-api': { range: '^2.8.0', version: '2.8.0' },
    },
    contractRequired: '^1.2.0',
    federationRuntime: '2.9.2+self-contained',
    names: { endpoints: ['ratingsList'], slices: [] },
  });
  expect(adapted.names).toEqual(
    [
      '7.js',
      'build.json',
      'detail.js',
      'list.css',
      'list.js',
      'list.js.map',
      'packages.json',
      'remoteEntry.js',
      'remoteEntry.js.map',
      'routes.js',
    ].sort(),
  );
  expect(JSON.parse(adapted.read('packages.json'))).toEqual([{ name: 'stars', version: '2.0.0', license: 'MIT' }]);
});

test('leaves out compressed copies, which publish makes itself, and what describes the build', async () => {
  const others = ['list.js.br', 'list.css.gz', 'list.css.map', 'index.html', 'routes.d.ts', 'list.js.LICENSE.txt'];
  const { names } = await adapt(writeRemote(Object.fromEntries(others.map((name) => [name, '{"sources":[]}']))));
  expect(names.filter((name) => others.includes(name))).toEqual([]);
});

test('names the packages of scripts and of style sheets', async () => {
  const sources = ['webpack://mf_ratings/./src/list.css', 'webpack://mf_ratings/./node_modules/@glyphs/css/all.css'];
  const { read } = await adapt(
    writeRemote(
      { 'list.css.map': JSON.stringify({ ...map, sources }) },
      { 'node_modules/@glyphs/css/package.json': '{"name":"@glyphs/css","version":"3.0.0","license":"OFL-1.1"}' },
    ),
  );
  expect(JSON.parse(read('packages.json')).map(({ name, license }: Package) => [name, license])).toEqual([
    ['@glyphs/css', 'OFL-1.1'],
    ['stars', 'MIT'],
  ]);
});

test.each([
  ['list.js', ['list']],
  ['list-3f2a1b0c.js', ['list']],
  ['list.3f2a.js', ['list']],
  ['list-new.js', ['list-new']],
  ['list-new-3f2a1b0c.js', ['list-new']],
  ['listing.js', ['list', 'list-new', 'a.b']],
  ['a.b.js', ['a.b']],
  ['7.js', ['list', 'list-new', 'a.b']],
])('the chunk %s belongs to the first views of %p, among routes that begin alike', async (file, expected) => {
  const path = { pattern: '/ratings', access: 'open' };
  const assets = { js: { sync: ['routes.js'], async: [`assets/${file}`] }, css: { sync: [], async: [] } };
  const root = writeRemote(
    { 'mf-manifest.json': JSON.stringify({ ...manifest, exposes: [{ path: './routes', assets }] }) },
    { 'shop-remote.json': JSON.stringify({ ...facts, paths: { list: path, 'list-new': path, 'a.b': path } }) },
  );
  const { paths } = (await adapt(root)).manifest as { paths: Record<string, { files: string[] }> };
  const owners = Object.keys(paths).filter((id) => paths[id]?.files.includes(`assets/${file}`));
  expect(owners).toEqual(expected);
});

test('a module with a fallback that the shell need not have stays the remote’s own', async () => {
  const fallback = { js: { sync: [], async: ['9.js'] }, css: noFiles.css };
  const shared = [
    sharedReact,
    { name: 'lodash', version: '4.0.0', assets: fallback },
    { name: 'other', assets: noFiles },
  ];
  const { manifest: adapted } = await adapt(
    writeRemote({ 'mf-manifest.json': JSON.stringify({ ...manifest, shared }) }),
  );
  expect(Object.keys(adapted.consumes)).toEqual(['react', 'other']);
});

test('the entry has the hash of every other script and style sheet, and adds files through its adapter', async () => {
  const { read } = await adapt(writeRemote());
  const [adapter = '', ...code] = read('remoteEntry.js').split('\n');
  for (const name of ['routes.js', 'list.js', 'detail.js', '7.js', 'list.css']) {
    expect(adapter).toContain(computeIntegrity(Buffer.from(read(name))));
  }
  expect(code.join('\n')).toContain('mf_ratings_1_0_0.append(l)');
  expect(code.join('\n')).not.toContain('appendChild');
});

test('the source map of an entry fits after the adapter was put before it', async () => {
  const { read } = await adapt(writeRemote());
  const lines = read('remoteEntry.js').split('\n');
  const line = lines.findIndex((text) => text.startsWith('var mf_ratings;'));
  const found = new SourceMap(JSON.parse(read('remoteEntry.js.map'))).findEntry(line, 0);
  expect(found).toMatchObject({ originalSource: map.sources[0], originalLine: 0 });
});

test.each([
  { bundler: 'rspack', code: build['list.js'], names: [/rspackChunk\w+/], old: ['rspackChunkmf_ratings'] },
  {
    bundler: 'Vite',
    code: 'globalThis.__mf_module_cache__||={};globalThis["__mf_init__virtual:mf:mf_ratings__mf_v__"]={}',
    names: [/globalThis\.(\w+)/, /"(\w+)virtual:/],
    old: ['globalThis.__mf_module_cache__', '"__mf_init__virtual:'],
  },
])('two versions by $bundler have globals of their own, and one version is the same each time', async (built) => {
  const root = writeRemote({ 'list.js': built.code });
  const list = async (version: string) => {
    const code = (await adapt(root, version)).read('list.js');
    return built.names.map((name) => name.exec(code)?.[0]);
  };
  const [first, again, second] = [await list('1.0.0'), await list('1.0.0'), await list('1.1.0')];
  expect(first).toEqual(again);
  for (const [index, old] of built.old.entries()) {
    expect(first[index]).not.toBe(second[index]);
    expect(first[index]).not.toBe(old);
    expect(first[index]).toHaveLength(old.length);
  }
});

test('the entry of a version has the name of its list of chunks', async () => {
  const { read } = await adapt(writeRemote());
  expect(read('remoteEntry.js')).toContain(/rspackChunk\w+/.exec(read('list.js'))?.[0]);
});

test('the modules of Vite become scripts that the adapter loads with their hashes', async () => {
  const root = writeRemote({
    ...moduleBuild,
    'remoteEntry.js': 'import{a as e}from"./assets/runtime.js";export const init=e,get=()=>import("./routes.js");',
    'assets/runtime.js': 'import"./deep.js";export const a=1;',
    'assets/deep.js': 'console.log(import.meta.url)',
    ...listChunks({ file: 'assets/runtime.js' }, { file: 'assets/deep.js' }),
  });
  const { read, manifest: adapted } = await adapt(root);
  expect(read('assets/runtime.js')).toMatch(
    /^\(System=>\{\nSystem\.register\(\["\.\/deep\.js"\],[\s\S]*\n\}\)\(mf_ratings_1_0_0\);$/,
  );
  expect(read('remoteEntry.js')).toContain(computeIntegrity(Buffer.from(read('assets/deep.js'))));
  expect(read('remoteEntry.js')).not.toMatch(/^(import|export) /m);
  expect(adapted.paths.detail.files).toEqual(['assets/runtime.js', 'assets/deep.js', 'routes.js', 'detail.js', '7.js']);
});

test.each([
  { file: 'detail.js' },
  { file: 'detail.js', src: 'virtual:detail.js' },
  { file: 'detail.js', src: 'virtual/detail.js' },
  { file: 'detail.js', src: 'index.html' },
])('a chunk that Vite or a plugin has generated needs no source map: %p', async (listed) => {
  const root = writeRemote({ ...moduleBuild, ...listChunks(listed), 'detail.js': 'start()' }, { 'index.html': '' });
  expect((await adapt(root)).names).toContain('detail.js');
});

test.each([
  'a.gif',
  'a.jpeg',
  'a.woff',
  'a.ttf',
  'a.ico',
  'a.mp4',
  'a.wasm',
  'a.mjs',
  'a.PNG',
  'robots.txt',
  'LICENSE',
  'a~b.pdf',
])('leaves out %s, which no gateway serves, and says so', async (name) => {
  const { names, notes } = await adapt(writeRemote({ [name]: '' }));
  expect(names).not.toContain(name);
  expect(notes).toContain(`the release leaves out ${name}, which the shop does not serve`);
  const named = await adapt(
    writeRemote({ [`media/${name}`]: '', 'detail.js': chunk(`s.exports=r.p+"media/${name}"`) }),
  );
  expect(named.notes).toContain(
    `the release leaves out media/${name}, which its scripts name: convert it to what the shop serves, js, css, json, svg, woff2, avif, webp, jpg, png`,
  );
});

test('says in one line which files are left out, and nothing when all are served', async () => {
  const note = 'the release leaves out favicon.ico, fonts/a.ttf, fonts/a.woff, which the shop does not serve';
  const fonts = { 'fonts/a.woff2': '', 'fonts/a.woff': '', 'fonts/a.ttf': '', 'favicon.ico': '' };
  const noNode = 'browsers draw its pages: it has no Node build';
  expect((await adapt(writeRemote(fonts))).notes).toEqual([noNode, note]);
  expect((await adapt(writeRemote())).notes).toEqual([noNode]);
});

test('one message lists everything that is missing, with the remedy', async () => {
  const broken = {
    ...manifest,
    name: 'app',
    metaData: { ...manifest.metaData, publicPath: '/static/' },
    shared: [{ ...storeApi, singleton: false }],
    remotes: [{}],
    exposes: [{ ...manifest.exposes[0], path: './App' }],
  };
  const root = writeRemote({
    'mf-manifest.json': JSON.stringify(broken),
    'list.js': `${chunk('_FEDERATION_RUNTIME_CORE')}\n//# sourceMappingURL=list.js.map`,
    'a~b.js': '',
    'remoteEntry.js': 'var app',
  });
  const message = await adapt(root).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(message.split('\n').map((line) => line.replace(/ → .+/, ' →'))).toEqual([
    'mf-ratings cannot be published yet:',
    '  the name of the federation is app →',
    '  its public path is /static/ →',
    '  it loads remotes of its own →',
    '  it takes the federation runtime from its page (externalRuntime), which the shop does not have →',
    '  it does not share react →',
    '  @shop/api-client/store-api is not a singleton →',
    '  list.js names a source map →',
    '  its chunks are not named after the federation →',
    '  the entry does not load its chunks as publish knows it (plugin 2.9.2) →',
    '  a~b.js has a name that the shop cannot serve →',
    '  it exposes ./App, and not the ./routes of shop-remote.json →',
  ]);
});

test.each<[string, Files, Files, RegExp]>([
  ['the facts', {}, { 'shop-remote.json': undefined }, /shop-remote\.json is missing → write it: \{"paths":/],
  [
    'a field of the facts',
    {},
    { 'shop-remote.json': '{"paths":{"a":{"pattern":"x","access":"all"}},"contract":"soon"}' },
    /paths\.a\.pattern: begins with "\/"[\s\S]*paths\.a\.access: [\s\S]*exposes: [\s\S]*contract: is not a version range/,
  ],
  ['the manifest', { 'mf-manifest.json': undefined }, {}, /mf-manifest\.json is missing → set `manifest: true`/],
  ['the entry', { 'remoteEntry.js': undefined }, {}, /the build has no remoteEntry\.js → build the remote again/],
  [
    'source maps',
    { 'remoteEntry.js.map': undefined, 'list.js.map': undefined },
    {},
    /no source maps, .* → set `devtool: 'hidden-source-map'`/,
  ],
  [
    'the source map of one script',
    { 'detail.js': chunk('s.show(1)') },
    {},
    /^ {2}detail\.js has no source map, .* → set `devtool: 'hidden-source-map'`.*; leave out scripts that no bundler wrote/m,
  ],
  [
    'hidden source maps of its style sheets',
    { 'list.css': '._mf-ratings_a{}/*# sourceMappingURL=list.css.map */' },
    {},
    /list\.css names a source map/,
  ],
  [
    'source maps, although Vite lists all of its chunks',
    {
      ...moduleBuild,
      ...listChunks({ file: 'remoteEntry.js', src: 'virtual:entry' }, { file: 'routes.js' }, { file: 'list.js' }),
      'remoteEntry.js.map': undefined,
      'list.js.map': undefined,
    },
    {},
    /no source maps, .* → .*`build\.sourcemap: 'hidden'` in Vite/,
  ],
  [
    'the source map of a chunk whose source Vite names',
    { ...moduleBuild, ...listChunks({ file: 'detail.js', src: 'src/detail.jsx' }), 'detail.js': 'start()' },
    { 'src/detail.jsx': '' },
    /^ {2}detail\.js has no source map, /m,
  ],
  ...['release.json', 'build.json', 'packages.json', 'node/server.js'].map((name): [string, Files, Files, RegExp] => [
    `a name of its own for ${name}`,
    { [name]: '{}' },
    {},
    new RegExp(`^  ${name} has the name of a file that publish writes → give it another name$`, 'm'),
  ]),
  [
    'an installed package',
    {},
    { 'node_modules/stars/package.json': undefined },
    /contains node_modules\/stars, which is not installed/,
  ],
])('refuses a build without %s', async (_, dist, rootFiles, message) => {
  await expect(adapt(writeRemote(dist, rootFiles))).rejects.toThrow(message);
});

test.each([
  ['is missing', undefined, /nothing\.json is missing → set `manifest: true`/],
  ['is the folder', '.', /dist is not a file that can be read → set `manifest: true`/],
  ['is another file', 'other.json', /other\.json: metaData: /],
])('reads no other file of the folder when the manifest %s', async (_, file = 'nothing.json', message) => {
  const root = writeRemote({ 'other.json': '{"name":"app"}' });
  const dist = path.join(root, 'dist');
  // Node reads no file of this size. It takes no space on the disk.
  writeFileSync(path.join(dist, 'large.js'), '');
  truncateSync(path.join(dist, 'large.js'), 2 ** 31);
  await expect(adaptPlainBuild('mf-ratings', '1.0.0', root, path.join(dist, file))).rejects.toThrow(message);
});
