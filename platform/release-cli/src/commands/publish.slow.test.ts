import type { Declarations } from '@shop/releases/release/declarations';
import type { ReleaseId } from '@shop/releases/release/release';
import { type FakeBuildOptions, publishBuild, writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createLiveShop, createTerminal } from '../testing/terminal';

test('publish prints the release that it uploads', async () => {
  const { runOk } = createTerminal();
  expect(await runOk('publish shell')).toMatch(/^shell@1\.0\.0 \([0-9a-f]{12}\) is published: 2 files, \d+ KB$/);
});

test('publish refuses the build of another version that another process has made since', async () => {
  const { run, host, store } = createTerminal();
  const appRoot = writeFakeBuild({ app: 'shell', version: '2.0.0' });
  host.build = async (_app, { version = '' }) => ({ appRoot, version, commit: '' });
  expect((await run('publish shell --version 1.2.0')).output).toContain(
    'contains shell 2.0.0, not 1.2.0: another process',
  );
  expect(await store.list('r/')).toEqual([]);
});

test.each(['../x', '1.0', 'v1.0.0', '""'])('publish rejects --version %s before the build', async (version) => {
  const { run, host } = createTerminal();
  host.build = () => Promise.reject(new Error('was built'));
  expect(await run(`publish shell --version ${version}`)).toMatchObject({
    exitCode: 2,
    output: expect.stringMatching(/^--version is ".*": give a semantic version, such as 1\.2\.0 or 1\.2\.0-beta\.1\.$/),
  });
});

test.each([
  ['mf-a@1.0.0', 2, '--shell is "mf-a@1.0.0": name a release of shell, such as shell@1.2.0.'],
  ['shell', 2, '"shell" is not a release: write app@version, such as mf-catalog@1.2.0.'],
  ['shell@9.9.9', 1, 'shell@9.9.9 is not published: published versions are 1.0.0.'],
])('publish rejects --shell %s before the build', async (shell, exitCode, output) => {
  const { run, host } = await createLiveShop();
  host.build = () => Promise.reject(new Error('was built'));
  for (const app of ['mf-a', 'shell']) {
    expect(await run(`publish ${app} --shell ${shell}`)).toMatchObject({ exitCode, output });
  }
});

test.each([
  ['--pipeline 812', {}, '812'],
  ['', { GITHUB_RUN_ID: '7', BUILD_NUMBER: '3' }, '7'],
  ['', { CI_PIPELINE_ID: '9' }, '9'],
  ['', { CI_PIPELINE_ID: '<script>' }, undefined],
])('publish %s records the pipeline of %j', async (words, variables, pipeline) => {
  const { runJson } = createTerminal();
  const known = ['GITHUB_RUN_ID', 'CI_PIPELINE_ID', 'BUILD_BUILDID', 'BITBUCKET_BUILD_NUMBER', 'BUILD_NUMBER'];
  const before = process.env;
  process.env = {
    ...Object.fromEntries(Object.entries(before).filter(([name]) => !known.includes(name))),
    ...variables,
  };
  try {
    expect((await runJson(`publish shell ${words}`)).pipeline).toBe(pipeline);
  } finally {
    process.env = before;
  }
});

test('list shows the releases of every app in version order', async () => {
  const { runOk, runJson, store } = await createLiveShop();
  for (const version of ['1.10.0', '1.9.0', '1.10.0-beta.1']) await runOk(`publish mf-a --version ${version}`);
  await publishBuild(store, { app: 'mf-elsewhere' });
  const named = (await runJson('list')).map(({ app, version }: ReleaseId) => `${app}@${version}`);
  const versions = ['1.0.0', '1.1.0', '1.9.0', '1.10.0-beta.1', '1.10.0'].map((version) => `mf-a@${version}`);
  expect(named).toEqual(['shell@1.0.0', ...versions, 'mf-elsewhere@1.0.0', 'mf-payment@1.0.0']);
});

describe('the packages of a remote', () => {
  /** A shop with React 19.3.1 whose next build of mf-a has packages. */
  async function createShop(build: Partial<FakeBuildOptions>) {
    const shop = createTerminal();
    await shop.runOk('publish shell');
    await shop.runOk('promote shell@1.0.0 --reason opening');
    const appRoot = writeFakeBuild({ app: 'mf-a', paths: { home: '/a' }, ...build });
    shop.host.build = async () => ({ appRoot, commit: '' });
    return shop;
  }
  const listReact = (version: string) => [{ name: 'react', version, license: 'MIT' }];
  const react18 = { range: '^18.3.0', version: '18.3.1' };

  it.each<[string, Partial<FakeBuildOptions>, string]>([
    ['its manifest', { consumes: { react: { ...react18, range: '>=18' } } }, 'react 18.3.1 (build.json)'],
    ['its files', { packages: listReact('18.2.0') }, 'react 18.2.0 (its files)'],
    ['react-dom', { consumes: { 'react-dom': react18 } }, 'react-dom 18.3.1 (build.json)'],
  ])('publishes nothing when %s has another major version of React than the live shell', async (_, build, has) => {
    const shop = await createShop(build);
    const { exitCode, output } = await shop.run('publish mf-a');
    expect(exitCode).toBe(1);
    const [name] = has.split(' ');
    expect(output).toMatch(/^mf-a does not fit shell 1\.0\.0, which is live in production\. Nothing was published\.\n/);
    expect(output).toContain(
      `  it contains ${has}, and shell 1.0.0 has ${name} 19.3.1: a page has one major version → install ${name} 19.3.1 and build mf-a again`,
    );
    expect(await shop.store.list('r/mf-a/')).toEqual([]);
    expect(shop.typeChecked).toEqual([]);
  });

  it('takes the build of a plain remote from its manifest, says what its runtime costs, and checks no types', async () => {
    const shop = await createShop({});
    const appRoot = writeFakeBuild({ app: 'mf-plain', paths: { home: '/plain' }, server: null });
    const builds: unknown[] = [];
    shop.host.build = async (app, { progress: _, ...options }) => {
      builds.push([app, options]);
      return { appRoot, commit: '', runtimeFiles: ['remote-entry.js'], notes: ['browsers draw its pages'] };
    };
    const output = await shop.runOk('publish mf-plain --manifest /team/dist/mf-manifest.json');
    expect(builds).toEqual([['mf-plain', { manifest: '/team/dist/mf-manifest.json' }]]);
    expect(output.split('\n').slice(1)).toEqual([
      '  its types were not checked: no build of the shop compiled it',
      '  its pages load 0 KB of its scripts (brotli), 0 KB of them its own federation runtime',
      '  browsers draw its pages',
    ]);
    expect(shop.typeChecked).toEqual([]);
  });

  it('warns about an earlier minor version, and says nothing about another patch', async () => {
    const older = await createShop({ packages: listReact('19.1.0') });
    expect(await older.runOk('publish mf-a')).toContain(
      '  warning: it contains react 19.1.0 (its files), and shell 1.0.0 has react 19.3.1, which it will run with → install react 19.3.1',
    );
    const patch = await createShop({ packages: listReact('19.3.2') });
    expect(await patch.runOk('publish mf-a')).not.toContain('warning');
  });

  it('compares with the shell that --shell names', async () => {
    const shop = await createShop({ consumes: { react: react18 }, packages: listReact('18.2.0') });
    const provides = { react: { version: '18.3.1', files: [] } };
    await publishBuild(shop.store, { app: 'shell', version: '0.9.0', provides });
    expect(await shop.runOk('publish mf-a --shell shell@0.9.0')).toContain('which it will run with');
  });
});

describe('the type check of a remote', () => {
  const declarations: Declarations = {
    schema: 1,
    modules: { cart: 'cart/cart.d.ts' },
    files: { 'cart/cart.d.ts': '' },
  };
  const newer: Declarations = { ...declarations, modules: { cart: 'cart/newer.d.ts' } };
  const problem = {
    file: 'src/order.ts',
    line: 66,
    message: "Property 'removeOrdered' does not exist on type 'CartActions'.",
    exports: ['useCartActions of @shop/cart/use-cart'],
  };

  async function createSharingShop() {
    const shop = createTerminal();
    const publishShell = (version: string, shared: Declarations) =>
      publishBuild(shop.store, { app: 'shell', version, declarations: shared });
    await publishShell('1.0.0', declarations);
    await publishShell('1.1.0', newer);
    await shop.runOk('promote shell@1.0.0 --reason opening');
    return shop;
  }

  it('compiles a remote with the declarations of the live shell before it publishes', async () => {
    const shop = await createSharingShop();
    expect(await shop.runOk('publish mf-a')).toContain('it compiles with the declarations of shell 1.0.0');
    expect(shop.typeChecked).toEqual([[expect.stringContaining('build-mf-a'), declarations]]);
  });

  it('publishes nothing when the remote does not compile, and names file, line, export and remedy', async () => {
    const shop = await createSharingShop();
    shop.failTypeCheck(problem);
    const { exitCode, output } = await shop.run('publish mf-a');
    expect(exitCode).toBe(1);
    expect(output).toBe(
      [
        'mf-a does not compile with the declarations of shell 1.0.0, which is live in production. Nothing was published.',
        "  src/order.ts:66: useCartActions of @shop/cart/use-cart: Property 'removeOrdered' does not exist on type 'CartActions'.",
        'Use what that shell provides, or promote a newer shell first. When both will be promoted together, publish the shell first and name it: --shell shell@1.2.0.',
      ].join('\n'),
    );
    expect(await shop.store.list('r/mf-a/')).toEqual([]);
    expect(await shop.store.list('v/mf-a/')).toEqual([]);
  });

  it('compiles with the shell that --shell names, and refuses one that is not published', async () => {
    const shop = await createSharingShop();
    await shop.runOk('publish mf-a --shell shell@1.1.0');
    expect(shop.typeChecked.map(([, shared]) => shared)).toEqual([newer]);
    expect((await shop.run('publish mf-payment --shell shell@9.0.0')).output).toContain(
      'shell@9.0.0 is not published: published versions are 1.0.0, 1.1.0.',
    );
    expect(await shop.store.list('r/mf-payment/')).toEqual([]);
  });

  it('says why it checks nothing: no live shell, or a shell from before declarations', async () => {
    const shop = createTerminal();
    expect(await shop.runOk('publish mf-a')).toContain('no shell is live, so its types were not checked');
    await shop.runOk('publish shell');
    await shop.runOk('promote shell@1.0.0 --reason opening');
    expect(await shop.runOk('publish mf-payment')).toContain('shell 1.0.0 has no declarations');
    expect(shop.typeChecked).toEqual([]);
  });

  it('refuses declarations that were changed in the store', async () => {
    const shop = await createSharingShop();
    const [key = ''] = (await shop.store.list('r/shell/')).filter((name) => /1\.0\.0-.*declarations\.json$/.test(name));
    await shop.store.remove(key);
    await shop.store.putIfAbsent(key, Buffer.from('{}'));
    expect((await shop.run('publish mf-a')).output).toContain('node/declarations.json is missing or was changed');
  });
});
