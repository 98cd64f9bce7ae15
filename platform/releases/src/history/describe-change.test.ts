import { type FakeBuildOptions, publishBuild } from '../testing/fake-build';
import { createMemoryStore } from '../testing/memory-store';
import { describeAppChange, describeChange } from './describe-change';

const store = createMemoryStore(new Map());

/** Commits with the subjects, newest first. The same subject is the same commit. */
const commitsOf = (...subjects: string[]) =>
  subjects.map((subject) => ({
    hash: Buffer.from(subject.padEnd(20, '.')).toString('hex'),
    subject,
    at: '2026-11-20T10:00:00+05:30',
  }));

let versions = 0;

/** Publishes another version of mf-a. */
const publishVersion = (
  build: Partial<FakeBuildOptions> = {},
  source: { commit?: string; repository?: string; subjects?: string[] } = {},
) => {
  const version = `1.0.${++versions}`;
  const { commit = '', repository, subjects = [] } = source;
  return publishBuild(
    store,
    { app: 'mf-a', version, content: version, ...build },
    { commit, commits: commitsOf(...subjects), ...(repository && { repository }) },
  );
};

const describeBuilds = async (...builds: [Parameters<typeof publishVersion>, Parameters<typeof publishVersion>]) => {
  const [before, after] = [await publishVersion(...builds[0]), await publishVersion(...builds[1])];
  return describeAppChange(store, { app: 'mf-a', before, after });
};

const subjectsOf = (commits: readonly { subject: string }[] | undefined) => commits?.map(({ subject }) => subject);

test('lists the commits that only the newer release has, with the pages of GitHub', async () => {
  const repository = 'git@github.com:shop/storefront.git';
  const { commits, compareUrl } = await describeBuilds(
    [{}, { subjects: ['two', 'one'], commit: 'a'.repeat(40), repository }],
    [{}, { subjects: ['four', 'three', 'two', 'one'], commit: `${'b'.repeat(40)}-dirty`, repository }],
  );
  expect(subjectsOf(commits?.added)).toEqual(['four', 'three']);
  expect(commits).toMatchObject({ removed: [], isCut: false });
  expect(commits?.added[0]?.url).toBe(`https://github.com/shop/storefront/commit/${commitsOf('four')[0]?.hash}`);
  expect(compareUrl).toBe(`https://github.com/shop/storefront/compare/${'a'.repeat(40)}...${'b'.repeat(40)}`);
});

test.each([
  ['https://gitlab.example/shop/storefront.git', 'https://gitlab.example/shop/storefront/-/commit/'],
  ['ssh://git@git.example/shop/storefront', 'https://git.example/shop/storefront/commit/'],
  ['git://git.example/shop/storefront.git', 'https://git.example/shop/storefront/commit/'],
  ['javascript:alert(1)', null],
  ['../storefront', null],
])('links a commit of the repository %s to %s', async (repository, start) => {
  const { commits } = await describeBuilds([{}, { subjects: ['one'] }], [{}, { subjects: ['two', 'one'], repository }]);
  const url = commits?.added[0]?.url ?? null;
  expect(url?.slice(0, start?.length) ?? null).toBe(start);
});

test('lists the commits that an older version lacks, and does not count those beyond the end of a list', async () => {
  const all = Array.from({ length: 100 }, (_, index) => `commit ${100 - index}`);
  const { commits } = await describeBuilds([{}, { subjects: ['new', ...all.slice(0, 99)] }], [{}, { subjects: all }]);
  expect(subjectsOf(commits?.removed)).toEqual(['new']);
  expect(commits?.added).toEqual([]);
});

test('cuts the commits after fifty, and says so', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `commit ${index}`);
  const { commits } = await describeBuilds([{}, { subjects: ['one'] }], [{}, { subjects: [...many, 'one'] }]);
  expect(commits?.added).toHaveLength(50);
  expect(commits?.isCut).toBe(true);
});

test('says that commits are unknown for a release without a list', async () => {
  const { commits, compareUrl } = await describeBuilds([{}, {}], [{}, { subjects: ['one'] }]);
  expect({ commits, compareUrl }).toEqual({ commits: null, compareUrl: null });
});

/** Code of the entry with its source map: a package of other authors, then the app's own code. */
const bundle = (library: string, own: string): Partial<FakeBuildOptions> => {
  const script = `${library}${own}`;
  // The entry begins with a comment of the fake build: one segment for each part.
  const start = '/* x */'.length;
  const mappings = `${encode(start)}AAA,${encode(library.length)}CAA`;
  return {
    content: 'x',
    script,
    sourceMap: {
      version: 3,
      sources: ['webpack://mf_a/../node_modules/@scope/dates/index.js', 'webpack://mf_a/./src/home.tsx'],
      names: [],
      mappings,
    },
  };
};

/** Encodes a column of a source map as base64 VLQ. */
function encode(value: number): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let rest = value << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

test('compares the bytes by package, largest difference first, and the bytes that are sent', async () => {
  const { packages, sent } = await describeBuilds(
    [bundle('x'.repeat(1000), 'ö'.repeat(200))],
    [{ ...bundle('x'.repeat(1500), 'ö'.repeat(210)), styleSheets: { 'home.css': '.home_mf-a_1{color:red}' } }],
  );
  expect(packages).toEqual([
    { name: '@scope/dates', before: 1000, after: 1500 },
    { name: 'mf-a', before: 400, after: 420 },
  ]);
  expect(sent.before).toBeGreaterThan(0);
  expect(sent.after).toBeGreaterThan(sent.before ?? 0);
});

test('compares paths, slots, links, backends, used exports and the remote contract', async () => {
  const { contract } = await describeBuilds(
    [
      {
        paths: { home: '/a', old: '/old' },
        slots: { 'product.below': { order: 1 } },
        consumes: { '@shop/cart/use-cart': { range: '^1.0.0', exports: { useCart: '1.0.0', useLines: '1.0.0' } } },
      },
    ],
    [
      {
        paths: { home: '/a', fresh: '/new' },
        slots: { 'product.below': { order: 2 } },
        links: { 'header.navigation': [{ text: 'Sale', to: '/sale', order: 1 }] },
        connect: ['https://reviews.example'],
        consumes: { '@shop/cart/use-cart': { range: '^2.0.0', exports: { useCart: '1.4.0' } } },
      },
    ],
  );
  const rows = contract?.map(({ kind, name, before, after }) => [kind, name, before, after]);
  expect(rows?.sort()).toEqual([
    ['backend', 'https://reviews.example', null, ''],
    ['link', 'Sale in header.navigation', null, '/sale'],
    ['path', '/new', null, 'open'],
    ['path', '/old', 'open', null],
    ['slot', 'product.below', 'order 1', 'order 2'],
    ['used export', 'useLines of @shop/cart/use-cart', '', null],
    ['used module', '@shop/cart/use-cart', '^1.0.0', '^2.0.0'],
  ]);
});

test('lists the commits of a release whose build report has lines of GnuPG, without these lines', async () => {
  const before = await publishVersion({}, { subjects: ['one'] });
  const version = `1.0.${++versions}`;
  const line = { hash: 'gpg: Signature made Sat 21 Nov 2026', subject: '', at: '' };
  const commits = [...commitsOf('two'), line, ...commitsOf('one')];
  const after = await publishBuild(store, { app: 'mf-a', version, content: version }, { commit: '', commits });
  const description = await describeAppChange(store, { app: 'mf-a', before, after });
  expect(subjectsOf(description.commits?.added)).toEqual(['two']);
});

test('compares the exports that a shell shares', async () => {
  const publishShell = (version: string, exports: Record<string, string>) =>
    publishBuild(store, {
      app: 'shell',
      version,
      content: version,
      provides: { '@shop/ui/core': { version, files: [], exports } },
    });
  const shells = [
    await publishShell('3.0.0', { Button: '1.0.0', Badge: '1.0.0' }),
    await publishShell('3.1.0', { Button: '3.1.0', Chip: '3.1.0' }),
  ] as const;
  const [description] = await describeChange(
    { store },
    { shell: shells[0], remotes: [] },
    { shell: shells[1], remotes: [] },
  );
  expect(description?.contract).toEqual([
    { kind: 'shared module', name: '@shop/ui/core', before: '3.0.0', after: '3.1.0' },
    { kind: 'shared export', name: 'Button of @shop/ui/core', before: '1.0.0', after: '3.1.0' },
    { kind: 'shared export', name: 'Badge of @shop/ui/core', before: '1.0.0', after: null },
    { kind: 'shared export', name: 'Chip of @shop/ui/core', before: null, after: '3.1.0' },
  ]);
});

test('describes an app that is new, and one that gc removed', async () => {
  const release = await publishVersion({ paths: { home: '/a' } });
  const fresh = await describeAppChange(store, { app: 'mf-a', before: null, after: release });
  expect(fresh).toMatchObject({ commits: null, packages: null, sent: { before: null } });
  expect(fresh.contract).toContainEqual({ kind: 'path', name: '/a', before: null, after: 'open' });
  const removed = { app: 'mf-a', version: '0.1.0', digest: '0123456789ab' };
  const gone = await describeAppChange(store, { app: 'mf-a', before: removed, after: release });
  expect(gone).toMatchObject({ before: removed, contract: null, packages: null, sent: { before: null } });
});
